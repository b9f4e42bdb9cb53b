import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { ProblemError } from '@kinmel/service-kit';

export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}

export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP');

export const noRoom = (cause?: unknown): ProblemError =>
  new ProblemError('storage-full', 'There is no room for more pictures.', undefined, { cause });

/**
 * The bytes of a file below `root`, or undefined when it does not exist. `root` is a real path; the caller validates
 * the names. Symbolic links are treated as missing. Rejects with any other file system error.
 */
export async function readOwnFile(root: string, ...names: readonly string[]): Promise<Buffer | undefined> {
  const filePath = path.join(root, ...names);
  try {
    if ((await realpath(filePath)) !== filePath) return undefined;
    const handle = await open(filePath, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
