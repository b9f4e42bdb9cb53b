import { existsSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, userInfo } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../launcher/processes/child-process.ts';

const memoryFolder = '/dev/shm';
// The name contains the user id, because users can only remove their own folders.
const prefix = `kinmel-test-${userInfo().uid}-`;
const gigabyte = 1024 ** 3;

/** Free bytes of the memory file system (0 without one), and of the machine's memory. */
interface FreeBytes {
  readonly ofFileSystem: number;
  readonly ofMemory: number;
}

function freeBytes(): FreeBytes {
  const { bavail, bsize } = existsSync(memoryFolder) ? statfsSync(memoryFolder) : { bavail: 0, bsize: 0 };
  return { ofFileSystem: bavail * bsize, ofMemory: freemem() };
}

/**
 * The folder for the data of a run's database and broker: in memory if there is room, because on disk they would wait for
 * every write. Durability is tested with other servers, on disk.
 */
export function serversFolder(runFolder: string, free: FreeBytes = freeBytes()): string {
  // The journal alone takes 0.3 GB, the workers of the tests 3 GB.
  if (free.ofFileSystem < 2 * gigabyte || free.ofMemory < 6 * gigabyte) return runFolder;
  return join(memoryFolder, `${prefix}${process.pid}`);
}

/** Removes the folders of killed runs, which would otherwise occupy memory. */
export function removeLeftData(folder = memoryFolder): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const isLeftOver = name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)));
    if (isLeftOver) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
