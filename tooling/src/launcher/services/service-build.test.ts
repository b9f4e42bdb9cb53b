import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildService, serviceBundle } from './service-build.ts';
import { part } from './services.ts';

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kinmel-service-'));
  write('package-lock.json', '{}');
  write('rewards/package.json', '{"version":"1.2.3"}');
  write('rewards/src/main.ts', 'console.log(process.env.BUILT_VERSION);');
});
afterEach(() => {
  delete process.env.RELEASE_COMMIT;
  rmSync(root, { recursive: true });
});

it('a bundle names the version of its package and the commit it was built from', async () => {
  process.env.RELEASE_COMMIT = 'c0ffee1234'.repeat(4);
  expect(await buildService(root, join(root, 'build'), part('rewards', 4190))).toBe('built');
  const said = execFileSync(process.execPath, [serviceBundle(join(root, 'build'), 'rewards')], {
    encoding: 'utf8',
    env: { BUILT_VERSION: 'of the environment' },
  });
  expect(said).toMatch(/^1\.2\.3\+c0ffee1234(\.dirty)?\n$/);
});
