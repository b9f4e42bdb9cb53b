import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureKeyPair } from '@kinmel/gateway/registry';
import { readCommandLine, refuseCall } from '../bootstrap/command-line.ts';
import { gateway, services } from '../launcher/services/services.ts';
import { remoteNames, webInputs } from '../launcher/web/web-build.ts';
import {
  checkoutKeys,
  keyFiles,
  registryFolder,
  remotesFolder,
  repositoryFolder,
  shellsFolder,
} from '../webpack/paths.ts';
import { assertDeployable, partFaults, serviceFaults } from './can-i-deploy.ts';
import { canaryOption, deployBuilt, readProtection } from './deploy-command.ts';
import { deployNew } from './deploy-new.ts';
import { type BuiltPart, buildPart, type DeployFolders, storedBuild } from './deploy-part.ts';
import { listVersions } from './list-versions.ts';
import { CallError, release } from './release.ts';
import { shareFolders } from './share-folders.ts';
import type { StartInBrowser } from './start-in-browser.ts';
import { checkoutContracts, isService } from './verified-contracts.ts';

const usage = `npm run deploy -- <part>                build the shell or a remote alone and activate it; its contracts with
                                        services are verified first, unless that was done already
  --canary <percent>[,<percent>…]       show it to that share of the visitors only; a deploy without this gives it to all,
                                        a rollback takes it back. Further shares are steps: 5,25,100
  --every <time>                        the gateway makes a step after that time, such as 30m, 2h or 1d, unless the
                                        canary is over its failure budget
  --if-new [<part>…]                    only parts whose version was never active, of all when none is named; sources that
                                        were built before are not built again, and a part that is refused keeps its version
  --built <version>                     deploy a stored version, such as the first of a remote from another repository
  --why "<reason>"                      the reason in the history, also of a rollback; by default the last commit of the part
  --unverified "<reason>"               activate it although can-i-deploy refuses it; the reason is logged
npm run can-i-deploy -- <remote|service|shell>
                                        whether it works with all that is in use or may come back; each no has a reason
npm run release -- <command>
  status                                what all visitors have, canaries and freezes
  activate <part> <version>             give a version that is kept to all visitors
  step <part>                           the next step of its canary
  rollback <part> [version]
  freeze <part|all> --until <time|2h> --why "<reason>"
                                        until then deployments are refused; rollbacks still work
  unfreeze <part|all>
  preview <part> <version>              a link that shows that version to one browser for a day; --shop <origin>
  history <part>                        who changed that part, when and why
  prune [--older-than 30d] [--dry-run]  delete versions that nobody can need, or only list them
npm run rollback -- <part> [version]    go back to the last good version before, or to the named one
npm run remotes                         list the versions that are kept
npm run resolve-stack -- [file]         print a browser's error with source lines instead of lines of built files;
                                        without a file it reads standard input`;

/**
 * Runs the contract test of a service with `npm test`, which records the results. Does nothing in images, which have no
 * tests.
 */
async function verify(test: string, pactsFolder: string): Promise<void> {
  const file = join(repositoryFolder, 'tooling/src/test/run-tests.ts');
  if (!existsSync(join(repositoryFolder, test))) return;
  console.log(`Verifying pacts: ${test} …`);
  const env = { ...process.env, KINMEL_PACTS_FOLDER: pactsFolder };
  const child = spawn(process.execPath, [file, test], { cwd: repositoryFolder, stdio: 'inherit', env });
  await once(child, 'exit');
}

const options = {
  canary: { type: 'string' },
  every: { type: 'string' },
  built: { type: 'string' },
  'if-new': { type: 'boolean' },
  why: { type: 'string' },
  unverified: { type: 'string' },
  'older-than': { type: 'string' },
  'dry-run': { type: 'boolean' },
  until: { type: 'string' },
  shop: { type: 'string' },
} as const;

const readCall = (args: string[]) => readCommandLine(usage, { args, allowPositionals: true, options });
type Options = ReturnType<typeof readCall>['values'];

async function run(args: string[]): Promise<void> {
  const { positionals, values } = readCall(args);
  // Outside of a development checkout the environment names the keys.
  if (process.env.RELEASE_KEY_FILE === undefined) ensureKeyPair(checkoutKeys);
  const isProtected = readProtection(usage);
  if (isProtected && values.unverified !== undefined)
    return refuseCall(
      usage,
      '--unverified: this installation is protected and takes verified contracts only.',
    );
  const folders = await shareFolders({
    ...keyFiles(),
    isProtected,
    registryFolder: registryFolder(),
    remotesFolder: remotesFolder(),
    shellsFolder: shellsFolder(),
  });
  try {
    await runIn(folders, positionals, values);
  } finally {
    await folders.shared?.publishRecords();
  }
}

/** Runs a command in the folders of an installation. */
async function runIn(folders: DeployFolders, positionals: readonly string[], values: Options): Promise<void> {
  const [command = '', part] = positionals;
  const { unverified, why } = values;
  const start: StartInBrowser = async (combination) => {
    const { startInChromium } = await import('./start-in-browser.ts');
    return startInChromium(folders)(combination);
  };
  const gate = { folders, contracts: checkoutContracts(), verify, start };
  const call = (...words: string[]) =>
    release(words, values, { ...gate, now: () => new Date(), print: console.log });
  switch (command) {
    case 'deploy': {
      const parts = ['shell', ...(await remoteNames(repositoryFolder))];
      const shares = canaryOption(usage, values);
      const build = (name: string) => {
        console.log(`Building ${name} …`);
        return buildPart(name, folders);
      };
      const deploy = async (name: string, built: BuiltPart) => {
        for (const fault of await assertDeployable(built.build, { ...gate, reason: unverified }))
          console.warn(`Unverified: ${fault}. The log keeps your reason.`);
        return deployBuilt(name, built, shares, folders, why);
      };
      const partNames = positionals.slice(1);
      const unknown = partNames.filter((name) => values.built === undefined && !parts.includes(name));
      if (unknown.length > 0 || (partNames.length !== 1 && values['if-new'] !== true))
        return refuseCall(usage, `Say which part. There are: ${parts.join(', ')}.`);
      if (values['if-new'] === true) {
        if (values.built !== undefined) return refuseCall(usage, '--if-new builds: leave --built out.');
        const inputsOf = (name: string) => webInputs(repositoryFolder, name);
        return deployNew(partNames.length > 0 ? partNames : parts, { folders, inputsOf, build, deploy });
      }
      const [name = ''] = partNames;
      return deploy(
        name,
        await (values.built === undefined ? build(name) : storedBuild(name, values.built, folders)),
      );
    }
    case 'can-i-deploy': {
      const names = [...services, gateway].map(({ name }) => name);
      const parts = ['shell', ...(await remoteNames(repositoryFolder)), ...names];
      if (part === undefined || !parts.includes(part))
        return refuseCall(usage, `Say which part or service. There are: ${parts.join(', ')}.`);
      const faults = isService(part)
        ? await serviceFaults(part, gate)
        : await partFaults((await buildPart(part, folders)).build, gate);
      console.log(faults.length === 0 ? `${part} can be deployed.` : `${part} should not be deployed:`);
      for (const fault of faults) console.log(`  ${fault}`);
      if (faults.length > 0) process.exitCode = 1;
      return;
    }
    case 'release':
      return call(...positionals.slice(1));
    case 'rollback':
      return call(...positionals);
    case 'remotes': {
      const versions = await listVersions(folders);
      if (versions.length === 0) console.log('Nothing is deployed yet: npm run deploy -- shell');
      for (const line of versions) {
        console.log(
          `${line.part.padEnd(20)} ${line.version.padEnd(24)} ${line.builtAt.slice(0, 16).replace('T', ' ')} ${line.state}${line.sharePercent === undefined ? '' : `, ${line.sharePercent} %`}`,
        );
      }
      return;
    }
    case 'resolve-stack': {
      if (positionals.length > 2) return refuseCall(usage, 'Name one file.');
      const stack = part === undefined ? await text(process.stdin) : await readFile(part, 'utf8');
      await folders.shared?.fetchVersions();
      const { resolveStack } = await import('../webpack/resolve-stack.ts');
      console.log(await resolveStack(stack.trimEnd(), folders));
      return;
    }
    default:
      return refuseCall(usage, 'Say what to do.');
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CallError) refuseCall(usage, error.message);
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
