import { join } from 'node:path';
import { readCommandLine, refuseCall } from '../bootstrap/command-line.ts';
import { createConsoleReport } from './report.ts';
import { buildService } from './services/service-build.ts';
import { gateway, render, services } from './services/services.ts';
import { checkoutFolder, defaultStateFolder, stackFolders } from './stack.ts';
import { buildWebTarget, remoteNames } from './web/web-build.ts';

const help = `npm run build [-- part …]

Bundles the services and builds the shell and the remotes into .kinmel/build, or only the parts that are named.
`;

const { positionals } = readCommandLine(help, { allowPositionals: true });
const webTargets = ['shell', ...(await remoteNames(checkoutFolder))];
const known = [...[...services, render, gateway].map(({ name }) => name), ...webTargets];
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0)
  refuseCall(help, `No part of the shop: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
const folders = stackFolders(defaultStateFolder);
const report = createConsoleReport();
const wanted = new Set(positionals);
const isWanted = (name: string) => wanted.size === 0 || wanted.has(name);
try {
  for (const part of [...services, render, gateway].filter(({ name }) => isWanted(name))) {
    await report.step(part.name, async (update) =>
      update(await buildService(checkoutFolder, folders.build, part)),
    );
  }
  for (const target of webTargets.filter(isWanted)) {
    await report.step(target, async (update) => {
      const { version, isNew } = await buildWebTarget({
        checkoutFolder,
        buildFolder: folders.build,
        logsFolder: join(defaultStateFolder, 'logs'),
        target,
      });
      update(`${version}${isNew ? '' : ' (unchanged)'}`);
    });
  }
} catch (error) {
  report.say(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
