import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gateway } from './services.ts';

const root = join(__dirname, '../../../..');

/**
 * A file that is also reached by `import()` stands in a wrapper in a bundle, and whoever takes it from an index of a package
 * without side effects gets it before it has run: "… is not a function", at the first request that needs it.
 */
it('nothing that the gateway takes from an index waits in its bundle for somebody to run it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinmel-bundle-'));
  try {
    const script = `
      import { buildService } from ${JSON.stringify(join(__dirname, 'service-build.ts'))};
      await buildService(${JSON.stringify(root)}, ${JSON.stringify(folder)}, ${JSON.stringify(gateway)});`;
    execFileSync(process.execPath, [
      '--disable-warning=ExperimentalWarning',
      '--input-type=module',
      '-e',
      script,
    ]);
    const text = readFileSync(join(folder, 'gateway/main.mjs'), 'utf8').replaceAll('\\\n', '');
    const wrapped = [...text.matchAll(/__esm\(\{\s*(?:async\s*)?"((?:packages|gateway)\/[^"]*)"/g)];
    expect(text).toContain('withoutSecret');
    // Nobody but `import()` reaches this one.
    const own = 'packages/service-kit/src/life-cycle/telemetry.ts';
    expect(wrapped.map(([, file]) => file).filter((file) => file !== own)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
