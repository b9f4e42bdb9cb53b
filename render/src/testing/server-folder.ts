import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Version folders as a deployment leaves them, with server files written by tests. */
export interface ServerFolder {
  readonly remotesFolder: string;
  readonly shellFolder: string;
  /** `body` is the content of the server file, which sets `exports.modules`. */
  writeRemote(name: string, version: string, body: string): Promise<void>;
  writeShell(version: string, body?: string): Promise<void>;
  /** Changes the server file of a remote without updating its digest. */
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
export const pageThat = (body: string) =>
  `exports.modules = { remote: () => ({ page: async (request) => { ${body} } }) };`;

export async function makeServerFolder(): Promise<ServerFolder> {
  const root = await mkdtemp(join(tmpdir(), 'kinmel-render-'));
  const write = async (folder: string, file: string, description: string, version: string, body: string) => {
    await mkdir(join(folder, 'server'), { recursive: true });
    await writeFile(join(folder, 'server', file), body);
    const integrity = `sha384-${createHash('sha384').update(body).digest('base64')}`;
    const server = { file: `server/${file}`, integrity, bytes: Buffer.byteLength(body) };
    await writeFile(join(folder, description), JSON.stringify({ version, server }));
  };
  const remoteFolder = (name: string, version: string) => join(root, 'remotes', name, version);
  return {
    remotesFolder: join(root, 'remotes'),
    shellFolder: join(root, 'shell', 'active'),
    writeRemote: (name, version, body) =>
      write(remoteFolder(name, version), 'remote.cjs', 'version.json', version, body),
    writeShell: (version, body = plainShell) =>
      write(join(root, 'shell', version), 'shell.cjs', 'shell.json', version, body),
    changeRemote: (name, version, body) =>
      writeFile(join(remoteFolder(name, version), 'server/remote.cjs'), body),
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
