import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Version folders as a deployment leaves them, with server files written by tests. */
export interface ServerFolder {
  readonly remotesFolder: string;
  readonly shellsFolder: string;
  /** The hashes of the server files as they were built. */
  hashesOf(shell: string, remotes: Readonly<Record<string, string>>): Record<string, string>;
  /** `body` is the content of the server file, which sets `exports.modules`. */
  writeRemote(name: string, version: string, body: string): Promise<void>;
  writeShell(version: string, body?: string): Promise<void>;
  /** Changes the server file of a remote without updating its hash. */
  changeRemote(name: string, version: string, body: string): Promise<void>;
  remove(): Promise<void>;
}

/**
 * A shell that renders the result of `page(request)` from module `remote` of the first remote in the address
 * `/mfe-one/...`.
 */
export const plainShell = `exports.modules = { server: () => ({
  shared: { react: { name: 'the one React' } },
  renderPage: async (request) => {
    const remote = request.address.split('/')[1];
    if (remote === 'none') return '<h1>Page not found</h1>';
    const { page } = request.loadRemoteModule(remote, 'remote');
    return '<main>' + (await page(request)) + '</main>';
  },
}) };`;

/** A remote with one page that shows this text. */
export const plainRemote = (text: string) =>
  `exports.modules = { remote: () => ({ page: () => '${text} by ' + require('react').name }) };`;

/** A remote whose page runs this code. */
export const pageRunning = (body: string) =>
  `exports.modules = { remote: () => ({ page: async (request) => { ${body} } }) };`;

export async function makeServerFolder(): Promise<ServerFolder> {
  const root = await mkdtemp(join(tmpdir(), 'kinmel-render-'));
  const hashes = new Map<string, string>();
  const write = async (folder: string, file: string, body: string) => {
    await mkdir(join(folder, 'server'), { recursive: true });
    await writeFile(join(folder, 'server', file), body);
    hashes.set(folder, `sha384-${createHash('sha384').update(body).digest('base64')}`);
  };
  const shellFolder = (version: string) => join(root, 'shell', version);
  const remoteFolder = (name: string, version: string) => join(root, 'remotes', name, version);
  return {
    remotesFolder: join(root, 'remotes'),
    shellsFolder: join(root, 'shell'),
    hashesOf: (shell, remotes) => {
      const folders = { shell: shellFolder(shell) };
      for (const [name, version] of Object.entries(remotes))
        Object.assign(folders, { [name]: remoteFolder(name, version) });
      return Object.fromEntries(
        Object.entries(folders).map(([name, folder]) => [name, hashes.get(folder) ?? 'sha384-unknown']),
      );
    },
    writeRemote: (name, version, body) => write(remoteFolder(name, version), 'remote.cjs', body),
    writeShell: (version, body = plainShell) => write(shellFolder(version), 'shell.cjs', body),
    changeRemote: (name, version, body) =>
      writeFile(join(remoteFolder(name, version), 'server/remote.cjs'), body),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
