import { existsSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, userInfo } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../launcher/processes/child-process.ts';

const inMemory = '/dev/shm';
// The name contains the user, because only their own folders can be removed.
const prefix = `kinmel-test-${userInfo().uid}-`;
const gigabyte = 1024 ** 3;

/** The free memory: in the memory file system (0 without one), and of the machine. */
interface FreeBytes {
  readonly ofFileSystem: number;
  readonly ofMemory: number;
}

function freeBytes(): FreeBytes {
  const { bavail, bsize } = existsSync(inMemory) ? statfsSync(inMemory) : { bavail: 0, bsize: 0 };
  return { ofFileSystem: bavail * bsize, ofMemory: freemem() };
}

/**
 * Where the database and the broker of a run store their data: in memory if there is room, because they wait for the
 * disk at every write. That data survives a crash is tested with other servers, on disk.
 */
export function serversFolder(runFolder: string, free: FreeBytes = freeBytes()): string {
  // The journal alone takes 0.3 GB, the workers of the tests 3 GB.
  if (free.ofFileSystem < 2 * gigabyte || free.ofMemory < 6 * gigabyte) return runFolder;
  return join(inMemory, `${prefix}${process.pid}`);
}

/** Removes the folders of killed runs, which would otherwise occupy memory. */
export function removeLeftData(folder = inMemory): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const isLeft = name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)));
    if (isLeft) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
