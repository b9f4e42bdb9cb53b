import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServerFileError } from './render-errors.ts';

/** The versions that render a page together; a page never mixes sets. */
export interface VersionNames {
  readonly shell: string;
  /** By remote name. */
  readonly remotes: Readonly<Record<string, string>>;
  /** The hashes of their server files, by `shell` or remote name. */
  readonly hashes: Readonly<Record<string, string>>;
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
  readonly shellsFolder: string;
}

/**
 * The server file of a part, checked against the hash that the gateway took from a signed description. Rejects when the
 * file is missing or its bytes differ.
 */
async function readCode(folder: string, file: string, hash: string | undefined): Promise<string> {
  const bytes = await readFile(join(folder, 'server', file));
  if (`sha384-${createHash('sha384').update(bytes).digest('base64')}` !== hash)
    throw new ServerFileError(`server/${file} is not what was built`);
  return bytes.toString('utf8');
}

/** Reads the server file of the shell of a set. */
export async function readShell(
  { shellsFolder }: ServerFilesOptions,
  { shell: version, hashes }: VersionNames,
): Promise<ServerCode> {
  const code = await readCode(join(shellsFolder, version), 'shell.cjs', hashes['shell']);
  return { name: 'shell', version, folder: `/shell/${version}/`, code };
}

/** Reads the server file of a remote of a set. */
export async function readRemote(
  { remotesFolder }: ServerFilesOptions,
  { remotes, hashes }: VersionNames,
  name: string,
): Promise<ServerCode> {
  const version = remotes[name] ?? '';
  const code = await readCode(join(remotesFolder, name, version), 'remote.cjs', hashes[name]);
  return { name, version, folder: `/remotes/${name}/${version}/`, code };
}
