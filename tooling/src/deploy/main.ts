import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { readCommandLine, refuseCall, wholeNumberOption } from '../bootstrap/command-line.ts';
import { remoteNames } from '../launcher/web/web-build.ts';
import { buildRemote } from '../webpack/build-remote.ts';
import {
  activeShellFolder,
  registryFolder,
  remotesFolder,
  repositoryFolder,
  shellBuildsFolder,
} from '../webpack/paths.ts';
import { resolveStack } from '../webpack/resolve-stack.ts';
import { type DeployFolders, deployRemote, rollbackRemote, startCanary } from './deploy-remote.ts';
import { listRemotes } from './list-remotes.ts';
import { assertVerified } from './verified-contracts.ts';

const usage = `npm run deploy -- <remote>              build it alone and put it in force; what it needs of services is
                                        verified first, unless that was done already
  --canary <percent>                    show it to that share of the visitors only; a deploy without this gives it to all,
                                        a rollback takes it back
  --unverified "<reason>"               put it in force without that; the reason is logged
npm run rollback -- <remote> [version]  go back to the last good version before, or to the named one
npm run remotes                         list the versions that are kept
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

async function run(args: string[]): Promise<void> {
  const { positionals, values } = readCommandLine(usage, {
    args,
    allowPositionals: true,
    options: { canary: { type: 'string' }, unverified: { type: 'string' } },
  });
  const [command = '', remote, version] = positionals;
  const { unverified } = values;
  const folders: DeployFolders = {
    registryFolder: registryFolder(),
    remotesFolder: remotesFolder(),
    shellFolder: activeShellFolder(),
  };
  switch (command) {
    case 'deploy': {
      const remotes = await remoteNames(repositoryFolder);
      if (remote === undefined || !remotes.includes(remote))
        return refuseCall(usage, `Say which remote. There are: ${remotes.join(', ')}.`);
      const sharePercent =
        values.canary === undefined ? undefined : wholeNumberOption(usage, 'canary', values.canary, 1);
      if (sharePercent !== undefined && sharePercent > 99)
        return refuseCall(usage, '--canary: expected 1 to 99; leave it out to give the version to all.');
      const contracts = { root: repositoryFolder, state: join(repositoryFolder, '.kinmel') };
      for (const { owner, why } of await assertVerified(remote, contracts, { verify, reason: unverified }))
        console.warn(
          `Unverified: the contract of ${remote} with ${owner} ${why}. The log keeps your reason.`,
        );
      if (!existsSync(join(activeShellFolder(), 'shell.json')))
        console.warn(
          `No shell in ${activeShellFolder()} (SHELL_FOLDER): the gateway alone compares ${remote} with it.`,
        );
      console.log(`Building ${remote} …`);
      if (sharePercent !== undefined) {
        const built = await buildRemote(remote, folders);
        const { version: shown, others, revision } = await startCanary(built, sharePercent, folders);
        console.log(
          `${remote} ${shown} is shown to ${sharePercent} % of the visitors (revision ${revision}), ${others} to all others.`,
        );
        return;
      }
      const { version: deployed, previous, revision, isNew } = await deployRemote(remote, folders);
      console.log(
        isNew
          ? `${remote} ${deployed} is in force (revision ${revision}${previous ? `, before: ${previous}` : ''}).`
          : `${remote} ${deployed} was in force already; nothing changed.`,
      );
      return;
    }
    case 'rollback': {
      if (remote === undefined) return refuseCall(usage, 'Say which remote: npm run remotes lists them.');
      const result = await rollbackRemote(remote, folders, version);
      console.log(`${remote} is back at ${result.version} (revision ${result.revision}).`);
      return;
    }
    case 'remotes': {
      const versions = await listRemotes(folders);
      if (versions.length === 0) console.log('No remote is deployed yet: npm run deploy -- mfe-catalog');
      for (const line of versions) {
        console.log(
          `${line.remote.padEnd(20)} ${line.version.padEnd(24)} ${line.builtAt.slice(0, 16).replace('T', ' ')} ${line.state}${line.sharePercent === undefined ? '' : `, ${line.sharePercent} %`}`,
        );
      }
      return;
    }
    case 'resolve-stack': {
      if (positionals.length > 2) return refuseCall(usage, 'Name one file.');
      const stack = remote === undefined ? await text(process.stdin) : await readFile(remote, 'utf8');
      const folders = { remotesFolder: remotesFolder(), shellsFolder: shellBuildsFolder() };
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
