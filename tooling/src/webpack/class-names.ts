import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { repositoryFolder } from './paths.ts';

/** Base64 characters per file: 262,144 values. */
const fileCharacters = 3;

/**
 * Class names of a release: the build's name, a hash of the file in three characters, and the index of the class in the
 * file. Compressed they take a third of the bytes of one hash per class.
 */
export function releaseClassNames(build: string): (file: string, className: string) => string {
  const files = new Map<string, string>();
  const indexes = new Map<string, Map<string, string>>();
  return (file, className) => {
    const path = relative(repositoryFolder, file).replaceAll('\\', '/');
    const fileHash = createHash('sha256').update(path).digest('base64url').slice(0, fileCharacters);
    const owner = files.get(fileHash) ?? path;
    if (owner !== path) throw new Error(`${path} and ${owner} have the same ${fileHash}: rename one of them`);
    files.set(fileHash, path);
    const ownIndexes = indexes.get(path) ?? new Map<string, string>();
    indexes.set(path, ownIndexes);
    const index = ownIndexes.get(className) ?? ownIndexes.size.toString(36);
    ownIndexes.set(className, index);
    return `${build}-${fileHash}${index}`;
  };
}
