import { testTokens } from '@kinmel/testing/servers';
import { adminDeclaration, makeShop } from '../../testing/remote-folder.ts';
import { type RunningGateway, startGateway, waitUntil } from '../../testing/running-gateway.ts';
import { type StubService, sendJson, startStub } from '../../testing/stub-service.ts';

const tokens = testTokens();
const file = '/remotes/mfe-admin/1.0.0/remoteEntry.js';
let auth: StubService;
let gateway: RunningGateway;
let isAdmin: boolean;

async function start(env: Record<string, string> = {}): Promise<void> {
  isAdmin = true;
  auth = await startStub((req, res) => sendJson(req, res, { success: true, data: { isAdmin } }));
  gateway = await startGateway({
    folders: await makeShop(adminDeclaration),
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
  it('is refused within a second after its session ended (A-22)', async () => {
    await start();
    const cookie = tokens.adminFiles();
    expect(await statusWith('kinmel-admin-files', cookie)).toBe(200);
    expect(auth.requests[0]).toMatchObject({
      url: '/internal/admin-files',
      headers: { authorization: `Bearer ${cookie}` },
    });
    isAdmin = false;
    await waitUntil(async () => (await statusWith('kinmel-admin-files', cookie)) === 404);
    expect((await gateway.get('/', { cookie: `kinmel-admin-files=${cookie}` })).text).not.toContain(
      'mfe-admin',
    );
  });

  it('is refused while auth cannot be reached, and auth is not called for one it did not sign', async () => {
    await start();
    expect(await statusWith('kinmel-admin-files', testTokens().adminFiles())).toBe(404);
    expect(auth.requests).toEqual([]);
    await auth.kill();
    expect(await statusWith('kinmel-admin-files', tokens.adminFiles())).toBe(404);
  });

  it('needs the `__Host-` prefix when the shop is reached by https', async () => {
    await start({ GATEWAY_PUBLIC_URL: 'https://127.0.0.1' });
    expect(await statusWith('kinmel-admin-files', tokens.adminFiles())).toBe(404);
    expect(await statusWith('__Host-kinmel-admin-files', tokens.adminFiles())).toBe(200);
  });

  it('needs the `__Secure-` prefix when pages and calls have different hosts, and no other name', async () => {
    await start({
      GATEWAY_PUBLIC_URL: 'https://127.0.0.1',
      GATEWAY_API_URL: 'https://api.kinmel.example',
      GATEWAY_COOKIE_DOMAIN: 'kinmel.example',
    });
    const baseName = 'kinmel-admin-files';
    for (const name of [baseName, `__Host-${baseName}`, `x${baseName}`, 'KINMEL-admin-files'])
      expect([name, await statusWith(name, tokens.adminFiles())]).toEqual([name, 404]);
    expect(await statusWith('__Secure-kinmel-admin-files', tokens.adminFiles())).toBe(200);
  });

  it('is refused with the `__Host-` prefix without https', async () => {
    await start();
    expect(await statusWith('__Host-kinmel-admin-files', tokens.adminFiles())).toBe(404);
  });
});
