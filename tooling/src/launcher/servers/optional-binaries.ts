import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { aptInstall, canAptInstall } from './debian-packages.ts';
import { findOnPath } from './mongod-binary.ts';

const run = promisify(execFile);

type OnProgress = (text: string) => void;

/** Finds one of the programs, or installs it with apt-get (as root) or brew. Undefined if that is impossible. */
async function findOrInstall(
  programs: readonly string[],
  packages: { readonly apt: string; readonly brew: string },
  onProgress: OnProgress,
): Promise<string | undefined> {
  // Debian installs servers in /usr/sbin, which is not in the PATH of users.
  const path = `${process.env.PATH}:/usr/sbin`;
  const findInstalled = () =>
    programs.map((name) => findOnPath(name, path)).find((location) => location !== undefined);
  const installed = findInstalled();
  if (installed !== undefined) return installed;
  try {
    if (canAptInstall()) await aptInstall([packages.apt], onProgress);
    else if (process.platform === 'darwin' && findOnPath('brew') !== undefined)
      await run('brew', ['install', packages.brew], { timeout: 900_000 });
  } catch (error) {
    onProgress(`no ${packages.apt}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return findInstalled();
}

/** Redis or Valkey: only tests of several gateways need it. */
export const findRedis = (onProgress: OnProgress = () => {}) =>
  findOrInstall(['redis-server', 'valkey-server'], { apt: 'redis-server', brew: 'redis' }, onProgress);

/** HAProxy: only a start with several instances needs it. */
export const findHaproxy = (onProgress: OnProgress = () => {}) =>
  findOrInstall(['haproxy'], { apt: 'haproxy', brew: 'haproxy' }, onProgress);
