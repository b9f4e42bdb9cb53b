import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { remoteBuildSchema, type ServerFile, shellBuildSchema } from '@kinmel/contracts';
import { ServerFileError } from './render-errors.ts';

/** The versions that are drawn together: a page is never of two. */
export interface VersionNames {
  readonly shell: string;
  /** By name of the remote. */
  readonly remotes: Readonly<Record<string, string>>;
}

/** The server file of one deployed version, as a worker takes it. */
export interface ServerCode {
  /** `shell`, or the name of the remote. */
  readonly name: string;
  readonly version: string;
  /** The public address of the version's folder: pictures are named under it. */
  readonly folder: string;
  readonly code: string;
}

export interface ServerFilesOptions {
  readonly remotesFolder: string;
  /** The active build of the shell, or a link to it; the others stand beside it. */
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

/** The server file of a version of the shell. Rejects when there is none, or it is not what was built. */
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

/** The server file of a version of a remote. Rejects when there is none, or it is not what was built. */
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
