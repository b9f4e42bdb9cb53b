import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Files that differ from what the team has: uncommitted, not yet known to git, and in commits that are not on the
 * upstream branch. Deleted ones are left out: there is nothing to check in them.
 */
export async function changedFiles(checkoutFolder: string): Promise<string[]> {
  const git = async (...args: string[]) => (await run('git', ['-C', checkoutFolder, ...args])).stdout;
  const base = await git('merge-base', 'HEAD', '@{upstream}').then(
    (text) => text.trim(),
    () => 'HEAD',
  );
  const lists = await Promise.all([
    git('diff', '--name-only', '-z', base),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ]);
  const files = lists.flatMap((text) => text.split('\0')).filter(Boolean);
  return [...new Set(files)].filter((file) => existsSync(join(checkoutFolder, file)));
}
