import { testTokens } from '@kinmel/testing/servers';
import { openRegistry } from '../../registry/open-registry.ts';
import { adminDeclaration, makeFolders, writeRemote, writeShell } from '../../testing/remote-folder.ts';
import { type RunningGateway, startGateway, until } from '../../testing/running-gateway.ts';
import { type StubService, sendJson, startStub } from '../../testing/stub-service.ts';

const tokens = testTokens();
const file = '/remotes/mfe-admin/1.0.0/remoteEntry.js';
let auth: StubService;
let gateway: RunningGateway;
let isAdmin: boolean;

async function start(env: Record<string, string> = {}): Promise<void> {
  isAdmin = true;
  auth = await startStub((req, res) => sendJson(req, res, { success: true, data: { isAdmin } }));
  const folders = await makeFolders();
  await writeShell(folders);
  await writeRemote(folders, adminDeclaration, '1.0.0');
  const change = { remote: 'mfe-admin', version: '1.0.0', expectedRevision: 0, action: 'deploy' } as const;
  await openRegistry(folders).activate(change);
  gateway = await startGateway({
    folders,
    env: { JWKS_FILE: tokens.jwksFile, AUTH_URL: auth.url, ...env },
  });
}

afterEach(async () => {
  await gateway.stop();
  await auth.kill();
});

afterAll(() => tokens.cleanUp());

const statusWith = async (name: string, value: string) =>
  (await gateway.get(file, { cookie: `${name}=${value}` })).status;

describe('the cookie of the admin files', () => {
  it('ends with its session: a second after auth says so it opens nothing (A-22)', async () => {
    await start();
    const cookie = tokens.adminFiles();
    expect(await statusWith('kinmel-admin-files', cookie)).toBe(200);
    expect(auth.seen[0]).toMatchObject({
      url: '/internal/admin-files',
      headers: { authorization: `Bearer ${cookie}` },
    });
    isAdmin = false;
    await until(async () => (await statusWith('kinmel-admin-files', cookie)) === 404);
    expect((await gateway.get('/', { cookie: `kinmel-admin-files=${cookie}` })).text).not.toContain(
      'mfe-admin',
    );
  });

  it('opens nothing while auth cannot be asked, and auth is not asked about one that it never signed', async () => {
    await start();
    expect(await statusWith('kinmel-admin-files', testTokens().adminFiles())).toBe(404);
    expect(auth.seen).toEqual([]);
    await auth.kill();
    expect(await statusWith('kinmel-admin-files', tokens.adminFiles())).toBe(404);
  });

  it('is bound to the host by its name where the shop is reached by https', async () => {
    await start({ GATEWAY_PUBLIC_URL: 'https://127.0.0.1' });
    expect(await statusWith('kinmel-admin-files', tokens.adminFiles())).toBe(404);
    expect(await statusWith('__Host-kinmel-admin-files', tokens.adminFiles())).toBe(200);
  });

  it('is bound to https by its name where pages and calls have hosts of their own, and no other name opens', async () => {
    await start({
      GATEWAY_PUBLIC_URL: 'https://127.0.0.1',
      GATEWAY_API_URL: 'https://api.kinmel.example',
      GATEWAY_COOKIE_DOMAIN: 'kinmel.example',
    });
    for (const name of [
      'kinmel-admin-files',
      '__Host-kinmel-admin-files',
      'xkinmel-admin-files',
      'KINMEL-admin-files',
    ])
      expect([name, await statusWith(name, tokens.adminFiles())]).toEqual([name, 404]);
    expect(await statusWith('__Secure-kinmel-admin-files', tokens.adminFiles())).toBe(200);
  });

  it('bound to a host opens nothing where that was never promised', async () => {
    await start();
    expect(await statusWith('__Host-kinmel-admin-files', tokens.adminFiles())).toBe(404);
  });
});
