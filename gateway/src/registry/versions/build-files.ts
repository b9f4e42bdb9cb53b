import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  partNameSchema,
  partVersionSchema,
  type RemoteBuild,
  remoteBuildSchema,
  type ShellBuild,
  shellBuildSchema,
} from '@kinmel/contracts';
import type { SharedReleases } from '../shared-releases.ts';
import { assertSigned, signatureFile } from '../signatures.ts';

/** A version folder that is missing, incomplete, or holds other bytes than its description says. */
export class BuildError extends Error {
  override name = 'BuildError';
}

/** Where versions are: `<remotesFolder>/<remote>/<version>`, `<shellsFolder>/<version>`. */
export interface PartFolders {
  /** Set when several machines share versions and revisions; the folders then hold copies. */
  readonly shared?: SharedReleases | undefined;
  readonly remotesFolder: string;
  readonly shellsFolder: string;
}

/** The name of the shell as a part. */
export const shellPart = 'shell';

/** The description of a version in its folder. */
export const descriptionFile = (part: string) => (part === shellPart ? 'shell.json' : 'version.json');

/** Refuses names that could lead out of the folder. */
export function versionFolder(folders: PartFolders, part: string, version: string): string {
  if (!partNameSchema.safeParse(part).success)
    throw new BuildError(`"${part}" is neither the shell nor the name of a remote`);
  if (!partVersionSchema.safeParse(version).success) throw new BuildError(`"${version}" is not a version`);
  return part === shellPart
    ? join(folders.shellsFolder, version)
    : join(folders.remotesFolder, part, version);
}

/** The part that a version is of. */
export const partOf = ({ declaration }: RemoteBuild | ShellBuild) =>
  'name' in declaration ? declaration.name : shellPart;

/** The public keys that may have signed a version, given those that it declares itself. */
export type KeysFor = (declared: readonly string[]) => readonly string[];

/** The files that browsers load, each of which has a hash. */
function loadedFiles(build: RemoteBuild | ShellBuild): readonly string[] {
  if ('page' in build) return [...build.scripts, ...build.styles];
  const groups = [...Object.values(build.modules), ...Object.values(build.chunks)];
  return [build.entry, build.manifest, ...groups.flatMap(({ scripts, styles }) => [...scripts, ...styles])];
}

/** Reads and checks the description of a version; the files it names are not opened (see `verifyFiles`). */
export async function readDescription(
  folders: PartFolders,
  part: string,
  version: string,
  keysFor: KeysFor,
): Promise<RemoteBuild | ShellBuild> {
  const label = `${part} ${version}`;
  const name = descriptionFile(part);
  const file = join(versionFolder(folders, part, version), name);
  await folders.shared?.fetchVersion(part, version);
  let bytes: Buffer;
  let content: unknown;
  try {
    bytes = await readFile(file);
    content = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    throw new BuildError(`${label} has no readable ${name}`, { cause: error });
  }
  const parsed = (part === shellPart ? shellBuildSchema : remoteBuildSchema).safeParse(content);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new BuildError(`${label}: ${name} ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const build = parsed.data;
  const owner = partOf(build);
  if (build.version !== version || owner !== part)
    throw new BuildError(`${label}: ${name} belongs to ${owner} ${build.version}`);
  const signature = await readFile(signatureFile(file), 'utf8').catch(() => undefined);
  assertSigned(bytes, signature, keysFor(build.declaration.keys ?? []), label);
  const fileWithoutHash = loadedFiles(build).find((each) => !build.files[each]);
  if (fileWithoutHash !== undefined) throw new BuildError(`${label}: ${fileWithoutHash} has no integrity`);
  return build;
}

/** The value of an `integrity` attribute. */
export const integrityOf = (bytes: Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Compares every file of a version with its hash: those for browsers, the server file, the pacts. */
export async function verifyFiles(
  folders: PartFolders,
  part: string,
  build: RemoteBuild | ShellBuild,
): Promise<void> {
  const folder = versionFolder(folders, part, build.version);
  const filesByName = {
    ...build.files,
    ...build.pacts,
    ...(build.server ? { [build.server.file]: build.server } : {}),
    ...('page' in build ? { 'index.html': build.page } : {}),
  };
  for (const [file, { integrity }] of Object.entries(filesByName)) {
    let bytes: Buffer;
    try {
      bytes = await readFile(join(folder, file));
    } catch (error) {
      throw new BuildError(`${part} ${build.version}: ${file} is missing`, { cause: error });
    }
    if (integrityOf(bytes) !== integrity)
      throw new BuildError(`${part} ${build.version}: ${file} is not what was built`);
  }
}
