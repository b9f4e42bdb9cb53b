import { execFileSync } from 'node:child_process';
import { testFolder } from '@kinmel/testing/folder';
import { buildService, serviceBundle } from './service-build.ts';
import { part } from './services.ts';

const { root, pathOf, write } = testFolder();
afterEach(() => {
  delete process.env.RELEASE_COMMIT;
});

it('a bundle names the version of its package and the commit it was built from', async () => {
  write('package-lock.json', '{}');
  write('rewards/package.json', '{"version":"1.2.3"}');
  write('rewards/src/main.ts', 'console.log(process.env.BUILT_VERSION);');
  process.env.RELEASE_COMMIT = 'c0ffee1234'.repeat(4);
  expect(await buildService(root, pathOf('build'), part('rewards', 4190))).toBe('built');
  const said = execFileSync(process.execPath, [serviceBundle(pathOf('build'), 'rewards')], {
    encoding: 'utf8',
    env: { BUILT_VERSION: 'of the environment' },
  });
  expect(said).toMatch(/^1\.2\.3\+c0ffee1234(\.dirty)?\n$/);
});
