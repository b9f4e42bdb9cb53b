import { createServer, type Server } from 'node:http';
import { consumersOf, verifyContract } from '@kinmel/testing/contracts';
import { type TestTokens, testTokens } from '@kinmel/testing/servers';
import { catalogDeclaration, deploy, makeShop, writeRemote } from './testing/remote-folder.ts';
import { type RunningGateway, startGateway } from './testing/running-gateway.ts';
import { addressOf, type StubService, sendJson, startStub } from './testing/stub-service.ts';

let tokens: TestTokens;
let auth: StubService;
let gateway: RunningGateway | undefined;
/** Has one address for the gateways of all states. */
let server: Server;

beforeAll(async () => {
  tokens = testTokens();
  auth = await startStub((req, res) =>
    sendJson(req, res, { success: true, data: { role: 'admin', fullName: 'Sunita Gurung' } }),
  );
  server = createServer((req, res) => void gateway?.server.emit('request', req, res));
  await addressOf(server);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await gateway?.stop();
  await auth.kill();
  tokens.cleanUp();
});

const states = {
  'mfe-catalog 2.0.0 is active in revision 3, after 1.0.0': async () => {
    await gateway?.stop();
    const folders = await makeShop(catalogDeclaration);
    await writeRemote(folders, catalogDeclaration, '2.0.0', (build) => {
      build.builtAt = '2026-02-01T00:00:00.000Z';
    });
    await deploy(folders, 'mfe-catalog', '2.0.0');
    const env = {
      JWKS_FILE: tokens.jwksFile,
      AUTH_URL: auth.url,
      RELEASE_KEY_FILE: folders.privateKeyFile,
      GATEWAY_PUBLIC_URL: 'http://shop.example',
    };
    gateway = await startGateway({ folders, env });
  },
};

it.each(consumersOf('gateway'))(
  'the gateway answers what %s needs',
  (consumer) =>
    verifyContract(consumer, {
      name: 'gateway',
      server,
      states,
      headers: { authorization: `Bearer ${tokens.admin()}` },
    }),
  120_000,
);
