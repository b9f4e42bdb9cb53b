import { join } from 'node:path';
import { createConsoleReport } from './report.ts';
import { buildService } from './services/service-build.ts';
import { gateway, services } from './services/services.ts';
import { checkoutFolder, defaultStateFolder, stackFolders } from './stack.ts';
import { buildWebTarget, remoteNames } from './web/web-build.ts';

const folders = stackFolders(defaultStateFolder);
const report = createConsoleReport();
const wanted = new Set(process.argv.slice(2));
const isWanted = (name: string) => wanted.size === 0 || wanted.has(name);
try {
  for (const part of [...services, gateway].filter(({ name }) => isWanted(name))) {
    await report.step(part.name, async (update) =>
      update(await buildService(checkoutFolder, folders.build, part)),
    );
  }
  for (const target of ['shell', ...(await remoteNames(checkoutFolder))].filter(isWanted)) {
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
