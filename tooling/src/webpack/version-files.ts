import { createHash } from 'node:crypto';
import { access, chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipBytes = promisify(gzip);

/** One file of a build: its hash as the browser checks it, and its sizes in bytes. */
export interface BuiltFile {
  integrity: string;
  bytes: number;
  brotliBytes?: number;
}

/** Where a version folder has the source maps of a release. They are in no list of files, and the gateway serves none of them. */
export const mapsFolder = 'maps';

/** Formats that shrink; pictures and fonts are compressed already. */
const compressible = /\.(js|css|json|svg|html)$/;

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** The `integrity` value of a file's bytes. */
export const integrityOf = (bytes: Uint8Array) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/**
 * Hashes every file of a build and puts a brotli and a gzip form beside it. Done once at build time: per request it
 * was most of the first second.
 */
export async function finishFiles(
  folder: string,
  { compress }: { compress: boolean },
): Promise<Record<string, BuiltFile>> {
  const files: Record<string, BuiltFile> = {};
  for (const name of await listFiles(folder)) {
    if (name.startsWith(`${mapsFolder}/`)) continue;
    const path = join(folder, name);
    const bytes = await readFile(path);
    const file: BuiltFile = { integrity: integrityOf(bytes), bytes: bytes.length };
    if (compress && compressible.test(name)) {
      const [br, gz] = await Promise.all([
        brotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        }),
        gzipBytes(bytes, { level: constants.Z_BEST_COMPRESSION }),
      ]);
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
      file.brotliBytes = br.length;
    }
    files[name] = file;
  }
  return files;
}

/**
 * A version named by its content: the same sources give the same version, wherever they are built. `description` is
 * what else stands in the version's own file: a changed declaration over the same files is another version.
 */
export function contentVersion(
  packageVersion: string,
  files: Record<string, BuiltFile>,
  description: unknown = null,
): string {
  const hash = createHash('sha256').update(`${JSON.stringify(description)}\n`);
  for (const name of Object.keys(files).sort()) hash.update(`${name} ${files[name]?.integrity}\n`);
  return `${packageVersion}-${hash.digest('hex').slice(0, 10)}`;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}

/**
 * Moves a finished build to its immutable folder in one step. A version that is there already is left as it is:
 * browsers may be using it.
 */
export async function publishFolder(built: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  try {
    // The folder was made for this process alone; servers read it under names of their own.
    await chmod(built, 0o755);
    if (!(await isThere(target))) await rename(built, target);
  } catch (error) {
    if (!(await isThere(target))) throw error;
  } finally {
    await rm(built, { recursive: true, force: true });
  }
}
