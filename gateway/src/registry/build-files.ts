import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RemoteBuild, remoteBuildSchema } from '@kinmel/contracts';

const remoteName = /^mfe-[a-z-]+$/;
const remoteVersion = /^[0-9A-Za-z][0-9A-Za-z.-]{0,63}$/;

/** A version folder that is missing, incomplete, or holds other bytes than its `version.json` says. */
export class BuildError extends Error {
  override name = 'BuildError';
}

/** Refuses names that could lead out of the folder. */
export function versionFolder(remotesFolder: string, remote: string, version: string): string {
  if (!remoteName.test(remote)) throw new BuildError(`"${remote}" is not the name of a remote`);
  if (!remoteVersion.test(version)) throw new BuildError(`"${version}" is not a version`);
  return join(remotesFolder, remote, version);
}

/** Reads and checks `version.json`; the files it names are not opened (see `verifyFiles`). */
export async function readBuildFile(
  remotesFolder: string,
  remote: string,
  version: string,
): Promise<RemoteBuild> {
  const folder = versionFolder(remotesFolder, remote, version);
  let content: unknown;
  try {
    content = JSON.parse(await readFile(join(folder, 'version.json'), 'utf8'));
  } catch (error) {
    throw new BuildError(`${remote} ${version} has no readable version.json`, { cause: error });
  }
  const parsed = remoteBuildSchema.safeParse(content);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new BuildError(`${remote} ${version}: version.json ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const build = parsed.data;
  if (build.version !== version || build.declaration.name !== remote) {
    throw new BuildError(
      `${remote} ${version}: version.json belongs to ${build.declaration.name} ${build.version}`,
    );
  }
  requirePins(build);
  return build;
}

/** A build with an unpinned script, style or manifest is refused. */
function requirePins(build: RemoteBuild): void {
  const needed = [build.entry, build.manifest];
  for (const files of [...Object.values(build.modules), ...Object.values(build.chunks)]) {
    needed.push(...files.scripts, ...files.styles);
  }
  for (const file of needed) {
    if (!build.files[file]) {
      throw new BuildError(`${build.declaration.name} ${build.version}: ${file} has no integrity`);
    }
  }
}

/** The value of an `integrity` attribute. */
export const integrityOf = (bytes: Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Compares every file of a version with its hash. */
export async function verifyFiles(remotesFolder: string, build: RemoteBuild): Promise<void> {
  const folder = versionFolder(remotesFolder, build.declaration.name, build.version);
  const own = build.server ? [[build.server.file, build.server] as const] : [];
  for (const [file, { integrity }] of [...Object.entries(build.files), ...own]) {
    let bytes: Buffer;
    try {
      bytes = await readFile(join(folder, file));
    } catch (error) {
      throw new BuildError(`${build.declaration.name} ${build.version}: ${file} is missing`, {
        cause: error,
      });
    }
    if (integrityOf(bytes) !== integrity) {
      throw new BuildError(`${build.declaration.name} ${build.version}: ${file} is not what was built`);
    }
  }
}
