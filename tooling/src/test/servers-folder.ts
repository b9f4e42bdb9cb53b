import { existsSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, userInfo } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../launcher/processes/child-process.ts';

const inMemory = '/dev/shm';
// With the user, whose folders alone can be removed.
const prefix = `kinmel-test-${userInfo().uid}-`;
const gigabyte = 1024 ** 3;

/** What is free: in the file system of the memory (0 where there is none), and of the memory itself. */
interface FreeBytes {
  readonly ofFileSystem: number;
  readonly ofMemory: number;
}

function freeBytes(): FreeBytes {
  const { bavail, bsize } = existsSync(inMemory) ? statfsSync(inMemory) : { bavail: 0, bsize: 0 };
  return { ofFileSystem: bavail * bsize, ofMemory: freemem() };
}

/**
 * Where the database and the broker of a run keep their data: in memory where there is room for it, since they wait for
 * the disk at every write. That they survive a crash is tested with other servers, on the disk.
 */
export function serversFolder(runFolder: string, free: FreeBytes = freeBytes()): string {
  // The journal alone takes 0.3 GB, the workers of the tests 3 GB.
  if (free.ofFileSystem < 2 * gigabyte || free.ofMemory < 6 * gigabyte) return runFolder;
  return join(inMemory, `${prefix}${process.pid}`);
}

/** Removes what killed runs have left: memory is not free again before. */
export function removeLeftData(folder = inMemory): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const isLeft = name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)));
    if (isLeft) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
