import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { testFolder } from '@kinmel/testing/folder';
import { build } from 'esbuild';
import { ownSourceMap } from './own-source-map.ts';

const { root: folder, pathOf, write } = testFolder();

describe('the source map of a bundle', () => {
  it('maps own files in a stack trace, and contains no packages', async () => {
    write(
      'node_modules/thing/index.js',
      '// long words of a package\nexport function call(own) {\n  return own();\n}\n',
    );
    write(
      'main.ts',
      "import { call } from 'thing';\n\ninterface Left {\n  out: string;\n}\n\ncall(() => {\n  throw new Error('seen');\n});\n",
    );
    const outfile = pathOf('main.mjs');
    await build({
      absWorkingDir: folder,
      entryPoints: ['main.ts'],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      sourcemap: 'linked',
    });
    const map = ownSourceMap(readFileSync(`${outfile}.map`, 'utf8'));
    expect(JSON.parse(map).sources).toEqual(['main.ts']);
    expect(map).not.toContain('long words');
    write('main.mjs.map', map);

    let stack = '';
    try {
      execFileSync(process.execPath, ['--enable-source-maps', outfile], { stdio: 'pipe' });
    } catch (error) {
      stack = String((error as { stderr: Buffer }).stderr);
    }
    expect(stack).toMatch(/main\.ts:8:9/);
    expect(stack).toMatch(/at call \(.*main\.mjs:\d+:\d+\)/);
  });
});
