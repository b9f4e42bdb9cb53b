import { join } from 'node:path';
import { readCommandLine } from '../../bootstrap/command-line.ts';
import { assertPortsFree } from '../../launcher/processes/ports.ts';
import { watchShell } from '../build-shell.ts';
import { createHostServer, serveUntilStopped } from '../host-server.ts';
import { repositoryFolder, stateFolder } from '../paths.ts';

const help = `npm run stories

The design system in all its states, rebuilt after every change. STORIES_PORT names the port (8091).
`;

readCommandLine(help, {});
const port = Number(process.env.STORIES_PORT ?? 8091);
await assertPortsFree([{ part: 'the stories', port, variable: 'STORIES_PORT' }]);
const state = join(stateFolder(), 'stories');
let folder: string | undefined;
const server = createHostServer({
  hostFolder: () => folder ?? '',
  remotesFolder: join(state, 'remotes'),
  registry: () => Promise.resolve({ schema: 1, revision: 0, remotes: {} }),
  upstream: process.env.GATEWAY_PUBLIC_URL ?? 'http://localhost:8080',
});
const stop = watchShell(
  (result) => {
    if ('error' in result) return console.error(result.error.message);
    if (!folder) serveUntilStopped(server, port, stop);
    folder = result.folder;
    console.log(`Stories: reload http://localhost:${port}/`);
  },
  { shellsFolder: state, entry: join(repositoryFolder, 'tooling/src/webpack/stories/main.tsx') },
);
