import { join } from 'node:path';
import { readCommandLine } from '../../bootstrap/command-line.ts';
import { assertPortsFree } from '../../launcher/processes/ports.ts';
import { watchShell } from '../build-shell.ts';
import { createHostServer } from '../host-server.ts';
import { repositoryFolder, stateFolder } from '../paths.ts';

const help = `npm run stories

The design system in all its states, rebuilt after every change. STORIES_PORT names the port (8091).
`;

/** `npm run stories`: the design system in all its states, rebuilt after every change. */
async function run(): Promise<void> {
  readCommandLine(help, {});
  const port = Number(process.env.STORIES_PORT ?? 8091);
  await assertPortsFree([{ part: 'the stories', port, variable: 'STORIES_PORT' }]);
  let folder: string | undefined;
  const stop = watchShell(
    (result) => {
      if ('error' in result) {
        console.error(result.error.message);
        return;
      }
      if (!folder) server.listen(port, '127.0.0.1');
      folder = result.folder;
      console.log(`Stories: reload http://localhost:${port}/`);
    },
    {
      shellsFolder: join(stateFolder(), 'stories'),
      entry: join(repositoryFolder, 'tooling/src/webpack/stories/main.tsx'),
    },
  );
  const server = createHostServer({
    hostFolder: () => folder ?? '',
    remotesFolder: join(stateFolder(), 'stories', 'remotes'),
    registry: () => Promise.resolve({ schema: 1, revision: 0, remotes: {} }),
    upstream: process.env.GATEWAY_PUBLIC_URL ?? 'http://localhost:8080',
  });
  const end = () => {
    server.close();
    stop().catch(console.error);
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

if (import.meta.main) {
  run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
