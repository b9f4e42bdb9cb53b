import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

const skippedPaths =
  /\/(node_modules|dist|\.kinmel|testing|pacts|test-results)\/|\.(test|stories)\.tsx?$|\.md$/;

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !skippedPaths.test(path.slice(folder.length)));
}

/**
 * Hash of the inputs of a build: the files of these folders and the lock file, without tests, stories and
 * documentation.
 */
export async function inputsHash(root: string, folders: string[], salt = ''): Promise<string> {
  const files = (await Promise.all(folders.map((folder) => listFiles(join(root, folder))))).flat();
  const hash = createHash('sha256').update(salt);
  for (const path of [...files, join(root, 'package-lock.json')].toSorted()) {
    hash.update(`\0${relative(root, path)}\0`).update(await readFile(path));
  }
  return hash.digest('hex');
}
