import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { ChangeRecord, RemoteBuild } from '@kinmel/contracts';
import { repositoryFolder } from './paths.ts';

/** Undefined when git fails or is missing, as in images. */
function git(...args: string[]): string | undefined {
  try {
    const output = execFileSync('git', args, {
      cwd: repositoryFolder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** The commit of the checkout; images get it from a variable. */
export const commitOfCheckout = () => process.env.RELEASE_COMMIT || git('rev-parse', 'HEAD');

const person = () => process.env.RELEASE_WHO || git('config', 'user.name') || userInfo().username;

/** Whether these files differ from the commit. */
export const isDirty = (...paths: string[]) => git('status', '--porcelain', '--', ...paths) !== undefined;

/** The source from which a version of the part in this folder is built. */
export function sourceOf(folder: string): RemoteBuild['source'] {
  return {
    commit: commitOfCheckout(),
    isDirty: isDirty(folder, 'packages'),
    builder: `${person()} on ${hostname()}`.slice(0, 120),
  };
}

/** Who changes the registry, why and from where. The default reason is the last commit of the part. */
export function changeRecord(part: string, why?: string): ChangeRecord & { hasDefaultReason: boolean } {
  // A separate repository is a single part.
  const folder = existsSync(join(repositoryFolder, part)) ? part : '.';
  return {
    who: person(),
    why: why ?? git('log', '-1', '--format=%s', '--', folder)?.slice(0, 300) ?? 'no reason given',
    hasDefaultReason: why === undefined,
    from: { host: hostname(), commit: commitOfCheckout() },
  };
}
