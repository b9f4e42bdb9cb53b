import { join } from 'node:path';
import { styleText } from 'node:util';
import { type Registry, type RemoteBuild, remoteContractVersion } from '@kinmel/contracts';
import { readCommandLine, refuseCall } from '../../bootstrap/command-line.ts';
import { assertPortsFree } from '../../launcher/processes/ports.ts';
import { remoteNames } from '../../launcher/web/web-build.ts';
import { watchRemote } from '../build-remote.ts';
import { buildShell } from '../build-shell.ts';
import { createHostServer, serveUntilStopped } from '../host-server.ts';
import { repositoryFolder, stateFolder } from '../paths.ts';

/** A registry of one remote, without integrity hashes: its files change with every build. */
function registryOfOne(build: RemoteBuild, revision: number): Registry {
  const { declaration, version, entry, manifest } = build;
  const folder = `/remotes/${declaration.name}/${version}/`;
  return {
    schema: 1,
    revision,
    remotes: {
      [declaration.name]: {
        name: declaration.name,
        version,
        owner: declaration.owner,
        requiredRole: declaration.requiredRole,
        contractVersion: remoteContractVersion,
        entry: folder + entry,
        manifest: folder + manifest,
        integrity: {},
        development: true,
        pages: declaration.pages.map(({ path, title }) => ({ path, title })),
        widgets: declaration.widgets.map(({ name }) => name),
      },
    },
  };
}

const help = `npm run dev:host -- <remote>

One remote alone, rebuilt after every change, over the API of a running shop.
GATEWAY_PUBLIC_URL names that shop (http://localhost:8080), DEV_HOST_PORT the port of the page (8090).
`;

const { positionals } = readCommandLine(help, { allowPositionals: true });
const [name = ''] = positionals;
const remotes = await remoteNames(repositoryFolder);
if (!remotes.includes(name)) refuseCall(help, `Say which remote. There are: ${remotes.join(', ')}.`);
const port = Number(process.env.DEV_HOST_PORT ?? 8090);
await assertPortsFree([{ part: 'the dev host', port, variable: 'DEV_HOST_PORT' }]);
const state = join(stateFolder(), 'dev-host');
const versions = join(state, 'remotes');
console.log('Building the dev host …');
const host = await buildShell({
  mode: 'development',
  shellsFolder: join(state, 'host'),
  entry: join(repositoryFolder, 'tooling/src/webpack/dev-host/main.tsx'),
});
let registry: Registry = { schema: 1, revision: 0, remotes: {} };
const server = createHostServer({
  hostFolder: () => host.folder,
  remotesFolder: versions,
  registry: () => Promise.resolve(registry),
  upstream: process.env.GATEWAY_PUBLIC_URL ?? 'http://localhost:8080',
});
const stop = watchRemote(
  name,
  (result) => {
    if ('error' in result) console.error(styleText('red', result.error.message));
    else {
      registry = registryOfOne(result.build, registry.revision + 1);
      console.log(`${name} ${result.build.version}: reload http://localhost:${port}/`);
    }
  },
  { remotesFolder: versions },
);
serveUntilStopped(server, port, stop);
