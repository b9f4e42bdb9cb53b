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

/** The folder of one version; refuses names that could lead elsewhere. */
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

/** Every file that a browser will run must have a hash: a build without one is refused, never served unpinned. */
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

/** The integrity value of some bytes, as HTML and the registry carry it. */
export const integrityOf = (bytes: Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** Opens every file of a version and compares it with its hash: what is activated is what was built. */
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
