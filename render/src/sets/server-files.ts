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
  /** Server files that a gateway has sent, by their hash. */
  readonly received?: Map<string, string>;
}

const hashOf = (content: string | Buffer) =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Several sets of about six parts each; the oldest ones are dropped. */
const maxReceived = 40;

/** Stores received server files whose hash is that of the set. */
export function receiveFiles(
  { received = new Map() }: ServerFilesOptions,
  { hashes }: VersionNames,
  files: Readonly<Record<string, string>>,
): void {
  for (const [name, code] of Object.entries(files)) {
    const hash = hashOf(code);
    if (hash !== hashes[name]) continue;
    received.delete(hash);
    received.set(hash, code);
  }
  for (const hash of [...received.keys()].slice(0, -maxReceived)) received.delete(hash);
}

/**
 * The server file of a part, checked against the hash that the gateway took from a signed description. Rejects when the
 * file is missing or its bytes differ.
 */
async function readCode(
  { received }: ServerFilesOptions,
  folder: string,
  file: string,
  hash: string | undefined,
): Promise<string> {
  const receivedCode = received?.get(hash ?? '');
  if (receivedCode !== undefined) return receivedCode;
  const bytes = await readFile(join(folder, 'server', file));
  if (hashOf(bytes) !== hash) throw new ServerFileError(`server/${file} is not what was built`);
  return bytes.toString('utf8');
}

/** Reads the server file of the shell of a set. */
export async function readShell(
  options: ServerFilesOptions,
  { shell: version, hashes }: VersionNames,
): Promise<ServerCode> {
  const code = await readCode(options, join(options.shellsFolder, version), 'shell.cjs', hashes['shell']);
  return { name: 'shell', version, folder: `/shell/${version}/`, code };
}

/** Reads the server file of a remote of a set. */
export async function readRemote(
  options: ServerFilesOptions,
  { remotes, hashes }: VersionNames,
  name: string,
): Promise<ServerCode> {
  const version = remotes[name] ?? '';
  const code = await readCode(
    options,
    join(options.remotesFolder, name, version),
    'remote.cjs',
    hashes[name],
  );
  return { name, version, folder: `/remotes/${name}/${version}/`, code };
}

/** Whether a gateway has sent the server file of each part of a set. */
export const areReceived = ({ received }: ServerFilesOptions, { hashes }: VersionNames): boolean =>
  Object.values(hashes).every((hash) => received?.has(hash));

/** Whether the server file of each part of a set can be read. */
export async function hasAllFiles(options: ServerFilesOptions, versions: VersionNames): Promise<boolean> {
  const reads = Object.keys(versions.remotes).map((name) => readRemote(options, versions, name));
  const results = await Promise.allSettled([readShell(options, versions), ...reads]);
  return results.every(({ status }) => status === 'fulfilled');
}
