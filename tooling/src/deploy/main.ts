import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureKeyPair } from '@kinmel/gateway/registry';
import { readCommandLine, refuseCall } from '../bootstrap/command-line.ts';
import { remoteNames } from '../launcher/web/web-build.ts';
import {
  checkoutKeys,
  keyFiles,
  registryFolder,
  remotesFolder,
  repositoryFolder,
  shellsFolder,
} from '../webpack/paths.ts';
import { resolveStack } from '../webpack/resolve-stack.ts';
import { type CanaryShares, readCanaryShares } from './canary-shares.ts';
import { buildPart, type DeployFolders, deployPart, rollbackPart, startCanary } from './deploy-part.ts';
import { listHistory, listVersions } from './list-versions.ts';
import { pruneVersions } from './prune-versions.ts';
import { assertVerified } from './verified-contracts.ts';

const usage = `npm run deploy -- <part>                build the shell or a remote alone and put it in force; what it needs of
                                        services is verified first, unless that was done already
  --canary <percent>[,<percent>…]       show it to that share of the visitors only; a deploy without this gives it to all,
                                        a rollback takes it back. Further shares are steps: 5,25,100
  --every <time>                        the gateway makes a step after that time, such as 30m, 2h or 1d, unless the
                                        canary is over its failure budget
  --why "<reason>"                      what the record says, also of a rollback; without it the last commit of the part
  --unverified "<reason>"               put it in force without verified contracts; the reason is logged
npm run rollback -- <part> [version]    go back to the last good version before, or to the named one
npm run remotes                         list the versions that are kept
  --history <part>                      who changed that part, when and why
  --prune [--older-than 30d]            delete versions that nobody can need; --dry-run only lists them
npm run resolve-stack -- [file]         print a browser's error with source lines instead of lines of built files;
                                        without a file it reads standard input`;

/**
 * Runs the services' contract tests with `npm test`, which records the results. Does nothing in images, which have no
 * tests.
 */
async function verify(tests: readonly string[]): Promise<void> {
  const file = join(repositoryFolder, 'tooling/src/test/run-tests.ts');
  if (!tests.every((test) => existsSync(join(repositoryFolder, test)))) return;
  console.log('Verifying what it needs of services …');
  const child = spawn(process.execPath, [file, ...tests], { cwd: repositoryFolder, stdio: 'inherit' });
  await once(child, 'exit');
}

function canaryOption({ canary, every }: { canary?: string; every?: string }): CanaryShares | undefined {
  if (canary === undefined)
    return every === undefined ? undefined : refuseCall(usage, '--every: only with --canary.');
  try {
    return readCanaryShares(canary, every);
  } catch (error) {
    return refuseCall(usage, error instanceof Error ? error.message : String(error));
  }
}

async function run(args: string[]): Promise<void> {
  const { positionals, values } = readCommandLine(usage, {
    args,
    allowPositionals: true,
    options: {
      canary: { type: 'string' },
      every: { type: 'string' },
      why: { type: 'string' },
      unverified: { type: 'string' },
      history: { type: 'string' },
      prune: { type: 'boolean' },
      'older-than': { type: 'string' },
      'dry-run': { type: 'boolean' },
    },
  });
  const [command = '', part, version] = positionals;
  const { unverified, why } = values;
  // Elsewhere the keys are named by the environment.
  if (process.env.RELEASE_KEY_FILE === undefined) ensureKeyPair(checkoutKeys);
  const folders: DeployFolders = {
    ...keyFiles(),
    registryFolder: registryFolder(),
    remotesFolder: remotesFolder(),
    shellsFolder: shellsFolder(),
  };
  switch (command) {
    case 'deploy': {
      const parts = ['shell', ...(await remoteNames(repositoryFolder))];
      if (part === undefined || !parts.includes(part))
        return refuseCall(usage, `Say which part. There are: ${parts.join(', ')}.`);
      const shares = canaryOption(values);
      const contracts = { root: repositoryFolder, state: join(repositoryFolder, '.kinmel') };
      for (const { owner, why } of await assertVerified(part, contracts, { verify, reason: unverified }))
        console.warn(`Unverified: the contract of ${part} with ${owner} ${why}. The log keeps your reason.`);
      console.log(`Building ${part} …`);
      if (shares !== undefined) {
        const built = await buildPart(part, folders);
        const { version: shown, others, revision } = await startCanary(built, shares, folders, why);
        console.log(
          `${part} ${shown} is shown to ${shares.sharePercent} % of the visitors (revision ${revision}), ${others} to all others.`,
        );
        return;
      }
      const { version: deployed, previous, revision, isNew } = await deployPart(part, folders, { why });
      console.log(
        isNew
          ? `${part} ${deployed} is in force (revision ${revision}${previous ? `, before: ${previous}` : ''}).`
          : `${part} ${deployed} was in force already; nothing changed.`,
      );
      return;
    }
    case 'rollback': {
      if (part === undefined) return refuseCall(usage, 'Say which part: npm run remotes lists them.');
      const result = await rollbackPart(part, folders, { version, why });
      console.log(`${part} is back at ${result.version} (revision ${result.revision}).`);
      return;
    }
    case 'remotes': {
      if (values.history !== undefined) {
        const changes = await listHistory(values.history, folders);
        if (changes.length === 0)
          return refuseCall(usage, `--history: nothing is recorded of ${values.history}.`);
        for (const line of changes) console.log(line);
        return;
      }
      if (values.prune === true) {
        const isDryRun = values['dry-run'] === true;
        const days = /^(\d{1,4})d$/.exec(values['older-than'] ?? '30d')?.[1];
        if (days === undefined) return refuseCall(usage, '--older-than: expected days, such as 30d.');
        const olderThan = new Date(Date.now() - Number(days) * 86_400_000);
        for (const pruned of await pruneVersions(folders, { olderThan, isDryRun }))
          console.log(`${pruned.part} ${pruned.version} ${isDryRun ? 'would be deleted' : 'is deleted'}`);
        return;
      }
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
      console.log(await resolveStack(stack.trimEnd(), folders));
      return;
    }
    default:
      return refuseCall(usage, 'Say what to do.');
  }
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
