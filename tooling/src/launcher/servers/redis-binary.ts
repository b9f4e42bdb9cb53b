import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { aptInstall, canAptInstall } from './debian-packages.ts';
import { findOnPath } from './mongod-binary.ts';

const run = promisify(execFile);

const findInstalled = () => findOnPath('redis-server') ?? findOnPath('valkey-server');

/**
 * An installed Redis or Valkey, else one installed by apt-get (as root) or brew. Undefined if that is impossible: only
 * tests of several gateways need it.
 */
export async function findRedis(onProgress: (text: string) => void = () => {}): Promise<string | undefined> {
  const installed = findInstalled();
  if (installed !== undefined) return installed;
  try {
    if (canAptInstall()) await aptInstall(['redis-server'], onProgress);
    else if (process.platform === 'darwin' && findOnPath('brew') !== undefined)
      await run('brew', ['install', 'redis'], { timeout: 900_000 });
  } catch (error) {
    onProgress(`no Redis: ${error instanceof Error ? error.message : String(error)}`);
  }
  return findInstalled();
}
