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
  /** Prepared from `index.html`. */
  readonly document: ShellDocument;
}

/** The builds of the shell, older ones too: open pages still load chunks of the build they began with. */
export class ShellFiles {
  readonly #folders: PartFolders;
  readonly #registry: Pick<PartRegistry, 'readShell'>;
  readonly #apiUrl: string | undefined;
  readonly #known = new Map<string, ShellOnDisk>();

  constructor(folders: PartFolders, registry: Pick<PartRegistry, 'readShell'>, apiUrl?: string) {
    this.#folders = folders;
    this.#registry = registry;
    this.#apiUrl = apiUrl;
  }

  /** Rejects when the version is not usable. */
  async read(version: string): Promise<ShellOnDisk> {
    const known = this.#known.get(version);
    if (known) return known;
    const build = await this.#registry.readShell(version);
    const folder = versionFolder(this.#folders, shellPart, version);
    const page = await readFile(join(folder, 'index.html'));
    if (integrityOf(page) !== build.page.integrity)
      throw new BuildError(`${shellPart} ${version}: index.html is not what was built`);
    const found = { folder, build, document: prepareShellDocument(page.toString('utf8'), this.#apiUrl) };
    this.#known.set(version, found);
    return found;
  }

  async find(version: string): Promise<ShellOnDisk | undefined> {
    return this.read(version).catch(() => undefined);
  }
}
