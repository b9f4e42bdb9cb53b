import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { nameOnlyWhatWasRenamed } from './bundled-names.ts';

const folder = mkdtempSync(join(tmpdir(), 'kinmel-names-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sources = {
  'thing.cjs': [
    'class Thing { copy() { return new Thing(); } }',
    'const model = function model() {};',
    'module.exports = { Thing, model };',
  ],
  'model.mjs': ['export const model = () => 1;'],
  'main.mjs': [
    "import { Thing, model } from './thing.cjs';",
    "import { model as ours } from './model.mjs';",
    'function closure() { const step = () => ours(); return step; }',
    'process.stdout.write(JSON.stringify([Thing.name, model.name, closure.name, closure().name]));',
  ],
};

async function bundle(): Promise<string> {
  for (const [name, lines] of Object.entries(sources)) writeFileSync(join(folder, name), lines.join('\n'));
  const { outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: ['main.mjs'],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    keepNames: true,
    minifyWhitespace: true,
  });
  return outputFiles[0]?.text ?? '';
}

function namesIn(code: string): unknown {
  const file = join(folder, 'out.mjs');
  writeFileSync(file, code);
  return JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' }));
}

describe('names in a bundle', () => {
  it('are those of the source where the bundler changed them, and closures are not named each time anew', async () => {
    const code = await bundle();
    // The bundler has renamed both, so that this test is about something.
    expect(code).toMatch(/class _Thing\b/);
    expect(code).toMatch(/function model\d\(/);
    expect(namesIn(code)).toEqual(['Thing', 'model', 'closure', 'step']);
    expect(namesIn(nameOnlyWhatWasRenamed(code))).toEqual(['Thing', 'model', 'closure', '']);
  });

  it('end the build when the bundler gives them in another way', () => {
    expect(() => nameOnlyWhatWasRenamed('var __name=other;')).toThrow('in another way');
  });
});
