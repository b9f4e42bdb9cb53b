import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShellBuild } from '@kinmel/contracts';
import type { PartRegistry } from '../../registry/open-registry.ts';
import {
  BuildError,
  integrityOf,
  type PartFolders,
  shellPart,
  versionFolder,
} from '../../registry/versions/build-files.ts';
import { prepareShellDocument, type ShellDocument } from './shell-document.ts';

export interface ShellOnDisk {
  readonly folder: string;
  readonly build: ShellBuild;
  /** Parsed from `index.html`. */
  readonly document: ShellDocument;
}

export type ShellFiles = ReturnType<typeof createShellFiles>;

/** The builds of the shell, older ones too: open pages still load chunks of the build they began with. */
export function createShellFiles(
  folders: PartFolders,
  registry: Pick<PartRegistry, 'readShell'>,
  apiUrl?: string,
) {
  const shells = new Map<string, ShellOnDisk>();

  /** Rejects when the version is not usable. */
  async function read(version: string): Promise<ShellOnDisk> {
    const cachedShell = shells.get(version);
    if (cachedShell) return cachedShell;
    const build = await registry.readShell(version);
    const folder = versionFolder(folders, shellPart, version);
    const page = await readFile(join(folder, 'index.html'));
    if (integrityOf(page) !== build.page.integrity)
      throw new BuildError(`${shellPart} ${version}: index.html is not what was built`);
    const shell = { folder, build, document: prepareShellDocument(page.toString('utf8'), apiUrl) };
    shells.set(version, shell);
    return shell;
  }

  return {
    read,
    find: (version: string): Promise<ShellOnDisk | undefined> => read(version).catch(() => undefined),
  };
}
