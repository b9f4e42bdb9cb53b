import { readFileSync } from 'node:fs';
import { openFolderObjects } from '@kinmel/service-kit';
import { testFolder } from '@kinmel/testing/folder';
import { s3Account, s3Server, startTestS3 } from '@kinmel/testing/servers';
import { copyFiles } from './copy-files.ts';
import { BackupError } from './manifest.ts';
import { openShopParts } from './shop-parts.ts';

const folder = testFolder();
const before = { ...process.env };
afterAll(() => {
  process.env = before;
});

const environment = (endpoint: string, path = '') => ({
  MONGODB_URI: 'mongodb://127.0.0.1:1',
  AMQP_URL: 'amqp://127.0.0.1:1',
  MAIL_SEAL_KEY: 'one',
  TRACKING_KEY: 'two',
  DEVICE_KEY: 'three',
  SHELLS_FOLDER: folder.pathOf('shell'),
  REMOTES_FOLDER: folder.pathOf('remotes'),
  REGISTRY_FOLDER: folder.pathOf('registry'),
  OBJECTS_URL: `s3://shop/${path}?installation=my-shop&endpoint=${endpoint}`,
});
const open = async (env: NodeJS.ProcessEnv) =>
  (await openShopParts({ env, portOffset: 0, mayRun: true, onProgress: () => undefined })).parts;

it.each([
  ['that does not answer', environment('http://127.0.0.1:1'), /^OBJECTS_URL: s3:\/\/shop\/ cannot be used: /],
  ['with a name that leads out of it', environment('http://127.0.0.1:1', '../other'), /a prefix with other/],
])('pictures in a bucket %s are refused with a clear message', async (_, env, message) => {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'one', AWS_SECRET_ACCESS_KEY: 'two' });
  const error = await open(env).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(BackupError);
  expect(String((error as Error).message)).toMatch(message);
});

it('a shop that was never deployed is refused with a clear message if its folders cannot be created', async () => {
  folder.write('no-folder', 'a file, where no folder can be created');
  const { OBJECTS_URL: _, ...env } = environment('');
  const pictures = ['UPLOADS', 'AVATARS', 'REQUEST_PHOTOS', 'DEVICE_PHOTOS', 'PAYOUT_PROOFS'].map((name) => [
    `${name}_FOLDER`,
    folder.pathOf(name),
  ]);
  const shell = folder.pathOf('no-folder/shell');
  const error = await open({ ...env, ...Object.fromEntries(pictures), SHELLS_FOLDER: shell }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(BackupError);
  expect(String((error as Error).message)).toContain(
    `The folder ${shell} (shell) does not exist and cannot be created. Those of shell, remotes and registry are created by the first deploy.`,
  );
});

(s3Server === undefined ? describe.skip : describe)('a shop with pictures in SeaweedFS', () => {
  let server: Awaited<ReturnType<typeof startTestS3>>;
  beforeAll(async () => {
    server = await startTestS3(['shop']);
  }, 60_000);
  afterAll(() => server.stop());

  it('is copied and restored with them', async () => {
    process.env['AWS_ACCESS_KEY_ID'] = s3Account.accessKeyId;
    process.env['AWS_SECRET_ACCESS_KEY'] = s3Account.secretAccessKey;
    const from = await open(environment(server.endpoint));
    const to = await open(environment(server.endpoint, 'other'));
    await from.files['avatars']?.create('one/64.webp', Buffer.from('a picture'));
    for (const [kind, files] of Object.entries(from.files))
      await copyFiles(files, await openFolderObjects(folder.pathOf('copy', kind)), new Map());
    for (const [kind, files] of Object.entries(to.files))
      await copyFiles(await openFolderObjects(folder.pathOf('copy', kind)), files, new Map());
    expect(readFileSync(folder.pathOf('copy/avatars/one/64.webp'), 'utf8')).toBe('a picture');
    expect(String(await to.files['avatars']?.read('one/64.webp'))).toBe('a picture');
  });
});
