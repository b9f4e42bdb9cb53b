import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RemoteBuild } from '@kinmel/contracts';
import { integrityOf, signFile } from '@kinmel/gateway/registry';
import { assertRunsOnFloor } from './assert-runs-on-floor.ts';
import { blockedAddresses } from './block-lists.ts';

const brotli = promisify(brotliCompress);
const gzipBytes = promisify(gzip);

/** A file of a build with its integrity hash and sizes in bytes. */
export interface BuiltFile {
  integrity: string;
  bytes: number;
  brotliBytes?: number;
}

/** Folder of a release's source maps. They are not in its list of files, and the gateway does not serve them. */
export const mapsFolder = 'maps';

/** Pictures and fonts are already compressed. */
const compressible = /\.(js|css|json|svg|html)$/;

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

/** The scripts and styles among assets, in their order. */
export function scriptsAndStyles(assets: readonly { readonly name: string }[] = []) {
  const names = assets.map(({ name }) => name);
  return {
    scripts: names.filter((name) => name.endsWith('.js')),
    styles: names.filter((name) => name.endsWith('.css')),
  };
}

/** Checks the scripts of a build and the names of its files, hashes every file and adds brotli and gzip forms. */
export async function finishFiles(folder: string): Promise<Record<string, BuiltFile>> {
  const names = await listFiles(folder);
  const blockedNames = blockedAddresses(names.map((name) => `/${name}`));
  if (blockedNames.length > 0)
    throw new Error(`Content blockers would block these files: ${blockedNames.join(', ')}`);
  await assertRunsOnFloor(folder);
  const files: Record<string, BuiltFile> = {};
  for (const name of names) {
    if (name.startsWith(`${mapsFolder}/`)) continue;
    const path = join(folder, name);
    const bytes = await readFile(path);
    const file: BuiltFile = { integrity: integrityOf(bytes), bytes: bytes.length };
    if (compressible.test(name)) {
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
 * Adds the hashes of all scripts and styles to the federation manifest, whose own hash is in the registry. So pages only
 * contain the hashes of the remotes that they show.
 */
export async function pinManifest(file: string): Promise<void> {
  const folder = dirname(file);
  const integrity: Record<string, string> = {};
  for (const name of (await listFiles(folder)).filter((fileName) => /\.(js|css)$/.test(fileName)))
    integrity[name] = integrityOf(await readFile(join(folder, name)));
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), integrity }));
}

/** Copies the pact files of a part into its version. They are not files for browsers. */
export async function copyPacts(
  part: string,
  pactsFolder: string,
  folder: string,
): Promise<RemoteBuild['pacts']> {
  const names = await readdir(pactsFolder).catch(() => []);
  const pacts: RemoteBuild['pacts'] = {};
  await mkdir(join(folder, 'pacts'));
  for (const name of names.filter((fileName) => fileName.startsWith(`${part}-`)).toSorted()) {
    const file = `pacts/${name}`;
    await copyFile(join(pactsFolder, name), join(folder, file));
    const bytes = await readFile(join(folder, file));
    pacts[file] = { integrity: integrityOf(bytes), bytes: bytes.length };
  }
  return pacts;
}

/** Writes the description of a version, its last file, and signs it if there is a key. */
export async function writeDescription(file: string, build: object, privateKeyFile?: string): Promise<void> {
  await writeFile(file, `${JSON.stringify(build, null, 2)}\n`);
  if (privateKeyFile !== undefined) signFile(file, privateKeyFile);
}

/**
 * A version derived from the content. `description` is the version's other metadata, because a changed declaration with
 * the same files is another version.
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

/**
 * Moves a finished build to its immutable folder atomically. An existing version is not replaced, because browsers may be
 * using it.
 */
async function publishFolder(buildFolder: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  // `mkdtemp` creates a folder for this user only, and servers run as other users.
  await chmod(buildFolder, 0o755);
  try {
    if (!existsSync(target)) await rename(buildFolder, target);
  } catch (error) {
    // Another process has published the same version in the meantime.
    if (!existsSync(target)) throw error;
  }
}

/**
 * Creates a version in a temporary folder and publishes it.
 * @param parent on the file system of the version's folder, so that publishing is a rename
 * @param fill writes the files and returns their description
 * @param placeOf the folder of the version
 */
export async function makeVersion<Build>(
  parent: string,
  fill: (folder: string) => Promise<Build>,
  placeOf: (build: Build) => string,
): Promise<{ readonly build: Build; readonly folder: string }> {
  await mkdir(parent, { recursive: true });
  const buildFolder = await mkdtemp(join(parent, '.building-'));
  try {
    const build = await fill(buildFolder);
    const folder = placeOf(build);
    await publishFolder(buildFolder, folder);
    return { build, folder };
  } finally {
    await rm(buildFolder, { recursive: true, force: true });
  }
}
