import { readCommandLine, refuseCall } from '../bootstrap/command-line.ts';
import { createConsoleReport } from './report.ts';
import { checkoutFolder, defaultStateFolder, stackFolders } from './stack.ts';
import { bundledParts, bundleServices } from './tasks/build-shop.ts';
import { buildTargets, remoteNames } from './web/web-build.ts';

const help = `npm run build [-- part …]

Bundles the services and builds the shell and the remotes into .kinmel/build, or only the parts that are named.
Beside each bundle are its SBOM (sbom.cdx.json) and the licences of its packages (licences.txt); a version has its licences.
`;

const { positionals } = readCommandLine(help, { allowPositionals: true });
const webTargets = ['shell', ...(await remoteNames(checkoutFolder))];
const partNames = [...bundledParts.map(({ name }) => name), ...webTargets];
const unknown = positionals.filter((name) => !partNames.includes(name));
if (unknown.length > 0)
  refuseCall(help, `No part of the shop: ${unknown.join(', ')}. There are: ${partNames.join(', ')}.`);
const isNamed = (name: string) => positionals.length === 0 || positionals.includes(name);
const folders = stackFolders(defaultStateFolder);
const report = createConsoleReport();
try {
  await bundleServices(
    bundledParts.filter(({ name }) => isNamed(name)),
    { checkoutFolder, buildFolder: folders.build, report },
  );
  await buildTargets(webTargets.filter(isNamed), { checkoutFolder, folders, report });
} catch (error) {
  report.say(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
