import { join } from 'node:path';
import { readCommandLine } from '../../bootstrap/command-line.ts';
import { assertPortsFree } from '../../launcher/processes/ports.ts';
import { startDevServer } from '../dev/dev-server.ts';
import { repositoryFolder } from '../paths.ts';

const help = `npm run stories

Shows all components of the design system in all states; an open page applies each change. STORIES_PORT sets the port (8091).
`;

readCommandLine(help, {});
const port = Number(process.env.STORIES_PORT ?? 8091);
await assertPortsFree([{ part: 'the stories', port, variable: 'STORIES_PORT' }]);
const entry = join(repositoryFolder, 'tooling/src/webpack/stories/main.tsx');
const server = startDevServer({ remotes: {}, port, entry });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.stop().catch(console.error);
  });
await server.built;
console.log(`Stories: http://localhost:${port}/`);
