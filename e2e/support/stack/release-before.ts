import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkoutFolder } from '@kinmel/tooling/stack';

const run = promisify(execFile);
const git = async (...args: string[]) => (await run('git', ['-C', checkoutFolder, ...args])).stdout.trim();

/** The commit that counts as the previous release, for a checkout without release tags. */
const variable = 'KINMEL_RELEASE_BEFORE';

/** The tag of the last release before this commit, or why there is none. */
export async function tagBefore(): Promise<{ readonly tag: string } | { readonly reason: string }> {
  const commit = process.env[variable];
  if (commit !== undefined && commit !== '') return { tag: commit };
  try {
    return { tag: await git('describe', '--tags', '--abbrev=0', '--match', '[0-9]*.[0-9]*.[0-9]*', 'HEAD^') };
  } catch {
    const isShallow = (await git('rev-parse', '--is-shallow-repository').catch(() => '')) === 'true';
    return {
      reason: isShallow
        ? `This clone is shallow and may lack tags: git fetch --unshallow --tags, or ${variable}=<commit>.`
        : `No release before this commit has a tag: ${variable}=<commit> names one.`,
    };
  }
}

/** Builds these parts of a tag or commit by its own commands; resolves with the folder of the builds. */
export async function buildsOf(tag: string, parts: readonly string[]): Promise<string> {
  const commit = await git('rev-parse', '--verify', `${tag}^{commit}`);
  const releases = join(checkoutFolder, '.kinmel/releases');
  const folder = join(releases, commit);
  await mkdir(folder, { recursive: true });
  // Deletes older checkouts, because each has its own node_modules.
  for (const other of await readdir(releases))
    if (other !== commit) await rm(join(releases, other), { recursive: true });
  if (!existsSync(join(folder, 'package.json')))
    await run('bash', ['-c', 'set -o pipefail; git archive "$0" | tar -x -C "$1"', commit, folder], {
      cwd: checkoutFolder,
    });
  const maxBuffer = 64 * 1024 * 1024;
  const env = { ...process.env, RELEASE_COMMIT: commit };
  // Also installs missing packages first.
  await run(process.execPath, ['tooling/src/bootstrap/bootstrap.mjs', 'build', ...parts], {
    cwd: folder,
    env,
    maxBuffer,
  });
  return join(folder, '.kinmel/build');
}
