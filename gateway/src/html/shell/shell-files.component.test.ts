import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteDeclaration } from '@kinmel/contracts';
import {
  cartDeclaration,
  catalogDeclaration,
  deploy as deployIn,
  type Folders,
  makeFolders,
  writeFiles,
  writeRemote,
  writeShell,
} from '../../testing/remote-folder.ts';
import { type RunningGateway, startGateway, waitUntil } from '../../testing/running-gateway.ts';

let folders: Folders;
let gateway: RunningGateway;

const deployShell = (version: string) => deployIn(folders, 'shell', version);

const offering = (...names: string[]) => ({ offers: { '@kinmel/web-kit': names } });

const write = (declaration: RemoteDeclaration, version: string, ...names: string[]) =>
  writeRemote(folders, declaration, version, (build) =>
    Object.assign(build, { imports: { '@kinmel/web-kit': names } }),
  );

const deploy = (remote: string, version: string) => deployIn(folders, remote, version);

const start = async () => {
  gateway = await startGateway({ folders });
};
const homePage = async () => (await gateway.get('/')).text;
const errors = (part: string) =>
  gateway.logLines.filter((line) => line.includes('"level":"error"') && line.includes(part));
const waitingMetric = async () =>
  /gateway_shell_waiting (\d)/.exec(await gateway.context.metrics.registry.metrics())?.[1];
const health = async () => {
  const { status, text } = await gateway.get('/health/ready');
  return { status, lines: text.trim().split('\n') };
};

beforeEach(async () => {
  folders = await makeFolders();
  await writeShell(folders, 's1', undefined, offering('Link', 'toast'));
  await writeShell(folders, 's2', undefined, offering('Link'));
  await write(catalogDeclaration, '1.0.0', 'Link', 'toast');
  await write(cartDeclaration, '1.0.0', 'Link');
  await deployShell('s1');
  await deploy('mfe-catalog', '1.0.0');
  await deploy('mfe-cart-checkout', '1.0.0');
});
afterEach(() => gateway.stop());

describe('a build of the shell that does not fit the active remotes', () => {
  it('waits: the last usable one stays active, and log, metric and health say so', async () => {
    await start();
    gateway.catalog.answer = (_req, res) => res.writeHead(200).end('{}');
    gateway.order.answer = (_req, res) => res.writeHead(200).end('{}');
    expect([await waitingMetric(), (await health()).lines.at(-2)]).toEqual(['0', 'shell: s1']);
    await deployShell('s2');
    await waitUntil(async () => (await waitingMetric()) === '1');
    expect(await homePage()).toContain('/shell/s1/main.js');
    expect(await homePage()).toContain('/remotes/mfe-catalog/1.0.0/remoteEntry.js');
    await waitUntil(
      async () => (await health()).lines.at(-2) === 'shell: s1, s2 waits for remotes that fit it',
    );
    expect((await health()).status).toBe(200);
    // Checked each second, logged once.
    await gateway.context.remotes.refresh();
    expect(errors('s2')).toHaveLength(1);
    expect(errors('s2')[0]).toContain(
      'mfe-catalog 1.0.0: it imports toast of @kinmel/web-kit, the shell s2 does not offer it',
    );
    await deployShell('s1');
    await waitUntil(async () => (await waitingMetric()) === '0');
  });

  it('takes over together with the remotes that were deployed for it', async () => {
    await start();
    await writeShell(folders, 's2', undefined, { ...offering('Link'), contractVersion: 2 });
    await deployShell('s2');
    await waitUntil(async () => (await waitingMetric()) === '1');
    const [catalog, cart] = [catalogDeclaration, cartDeclaration].map((each) => ({
      ...each,
      contractVersion: 2,
    }));
    await write(catalog ?? catalogDeclaration, '2.0.0', 'Link');
    await write(cart ?? cartDeclaration, '2.0.0', 'Link');
    await deploy('mfe-catalog', '2.0.0');
    await waitUntil(() =>
      errors('the last usable one stays active').some((line) => line.includes('"part":"mfe-catalog"')),
    );
    const before = await homePage();
    expect(before).toContain('/shell/s1/main.js');
    expect(before).toContain('/remotes/mfe-catalog/1.0.0/remoteEntry.js');
    await deploy('mfe-cart-checkout', '2.0.0');
    // No page combines the new shell with an old remote.
    await waitUntil(async () => {
      const text = await homePage();
      expect(text.includes('/shell/s2/main.js')).toBe(
        text.includes('/remotes/mfe-catalog/2.0.0/remoteEntry.js'),
      );
      return text.includes('/shell/s2/main.js');
    });
    expect(await waitingMetric()).toBe('0');
    const { builds } = gateway.context.remotes.viewOf({ isAdmin: false });
    expect(builds.map(({ version }) => version)).toEqual(['2.0.0', '2.0.0']);
  });

  it('is replaced by the last good build that fits, at a start', async () => {
    await deployShell('s2');
    await start();
    expect(await homePage()).toContain('/shell/s1/main.js');
    expect(await waitingMetric()).toBe('1');
    expect(errors('s2')).toHaveLength(1);
  });

  it('is shown with the remotes that fit, and the gateway is not ready, when no other build fits at a start', async () => {
    await deployShell('s2');
    await rm(join(folders.shellsFolder, 's1'), { recursive: true });
    await start();
    expect(await homePage()).toContain('/shell/s2/main.js');
    const { builds } = gateway.context.remotes.viewOf({ isAdmin: false });
    expect(builds.map(({ declaration }) => declaration.name)).toEqual(['mfe-cart-checkout']);
    expect((await health()).lines).toContain('gateway: not ready');
    expect((await health()).status).toBe(503);
    await write(catalogDeclaration, '1.0.1', 'Link');
    await deploy('mfe-catalog', '1.0.1');
    await waitUntil(async () => (await waitingMetric()) === '0');
    await waitUntil(async () => (await health()).lines.includes('gateway: ok'));
  });
});

it('a shell that fits takes over without an alarm; files of the one before stay, an incomplete build changes nothing', async () => {
  await writeShell(folders, 's3', undefined, offering('Link', 'toast', 'Widget'));
  await start();
  await deployShell('s3');
  await waitUntil(async () => (await homePage()).includes('/shell/s3/main.js'));
  expect([await waitingMetric(), errors('')]).toEqual(['0', []]);
  for (const version of ['s1', 's3'])
    expect((await gateway.get(`/shell/${version}/main.js`)).text).toBe(`/* shell ${version} */`);
  const otherFolders = { ...folders, shellsFolder: join(folders.root, 'elsewhere') };
  for (const target of [folders, otherFolders])
    await writeShell(target, 's4', undefined, offering('Link', 'toast'));
  await writeFiles(join(folders.shellsFolder, 's4'), { 'index.html': '' });
  await deployIn(otherFolders, 'shell', 's4');
  await waitUntil(() => errors('the last usable one stays active').length > 0);
  expect(await homePage()).toContain('/shell/s3/main.js');
});
