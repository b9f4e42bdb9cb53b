import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';

/** Whether an error of the file system has one of these codes. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}

/** Whether an error of the file system says that there is no such file. */
export const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP');

/**
 * The bytes of a file below `root`, or undefined when there is none. `root` is a real path; the names are checked by the
 * caller. A link, wherever it points, is not a file of ours. Rejects with what the file system says of anything else.
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
