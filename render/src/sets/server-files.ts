import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { remoteBuildSchema, type ServerFile, shellBuildSchema } from '@kinmel/contracts';
import { ServerFileError } from './render-errors.ts';

/** The versions that render a page together; a page never mixes sets. */
export interface VersionNames {
  readonly shell: string;
  /** By remote name. */
  readonly remotes: Readonly<Record<string, string>>;
}

/** The server file of one deployed version, as passed to a worker. */
export interface ServerCode {
  /** `shell` or the name of a remote. */
  readonly name: string;
  readonly version: string;
  /** Public URL of the version's folder, the base of picture addresses. */
  readonly folder: string;
  readonly code: string;
}

export interface ServerFilesOptions {
  readonly remotesFolder: string;
  /** The active build of the shell, or a link to it; other versions are its siblings. */
  readonly shellFolder: string;
}

const remoteParts = remoteBuildSchema.pick({ version: true, server: true });
const shellParts = shellBuildSchema.pick({ version: true, server: true });

async function readCode(folder: string, server: ServerFile | undefined): Promise<string> {
  if (!server) throw new ServerFileError('it was built without a server file');
  const bytes = await readFile(join(folder, server.file));
  const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  if (integrity !== server.integrity) throw new ServerFileError(`${server.file} is not what was built`);
  return bytes.toString('utf8');
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Reads the server file of a shell version. Rejects when it is missing or differs from the build. */
export async function readShell(options: ServerFilesOptions, version: string): Promise<ServerCode> {
  const folder = join(dirname(options.shellFolder), version);
  const build = shellParts.parse(await readJson(join(folder, 'shell.json')));
  if (build.version !== version) throw new ServerFileError(`shell.json belongs to ${build.version}`);
  return {
    name: 'shell',
    version,
    folder: `/shell/${version}/`,
    code: await readCode(folder, build.server),
  };
}

/** Reads the server file of a remote version. Rejects when it is missing or differs from the build. */
export async function readRemote(
  options: ServerFilesOptions,
  name: string,
  version: string,
): Promise<ServerCode> {
  const folder = join(options.remotesFolder, name, version);
  const build = remoteParts.parse(await readJson(join(folder, 'version.json')));
  if (build.version !== version) throw new ServerFileError(`version.json belongs to ${build.version}`);
  return {
    name,
    version,
    folder: `/remotes/${name}/${version}/`,
    code: await readCode(folder, build.server),
  };
}
