import { execFileSync } from 'node:child_process';
import { testFolder } from '@kinmel/testing/folder';

const folder = testFolder();

/** Opens objects in a process of its own. @returns whether that loaded Amazon's SDK */
function loadsSdk(config: object): boolean {
  const source = `
    import { registerHooks } from 'node:module';
    let isLoaded = false;
    registerHooks({
      load(url, context, next) {
        isLoaded ||= url.includes('/@aws-sdk/client-s3/');
        return next(url, context);
      },
    });
    const { openObjects } = await import('@kinmel/service-kit');
    await openObjects(${JSON.stringify(config)}, 'AVATARS_FOLDER').catch(() => undefined);
    process.stdout.write(String(isLoaded));
    process.exit();
  `;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', source];
  return execFileSync(process.execPath, args, { cwd: __dirname, encoding: 'utf8' }) === 'true';
}

it('loads the client of S3 only where objects are in S3', () => {
  const config = { AVATARS_FOLDER: folder.pathOf('avatars') };
  expect(loadsSdk(config)).toBe(false);
  const place = { bucket: 'b', prefix: '', installation: 'i', endpoint: 'http://127.0.0.1:1', region: 'r' };
  expect(loadsSdk({ ...config, OBJECTS_URL: place })).toBe(true);
});
