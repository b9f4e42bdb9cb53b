import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ShellBuild, shellBuildSchema } from '@kinmel/contracts';
import type { Logger } from '@kinmel/service-kit';

export interface ShellOnDisk {
  readonly folder: string;
  readonly build: ShellBuild;
  /** `index.html`, the template of every page. */
  readonly template: string;
}

/**
 * The shell's builds: the active one, and its neighbours by version, because pages that are open still load
 * chunks of the build they began with.
 */
export class ShellFiles {
  readonly #folder: string;
  readonly #logger: Logger;
  readonly #known = new Map<string, ShellOnDisk>();
  readonly #listeners = new Set<() => void>();
  #active: ShellOnDisk | undefined;
  #mark = '';
  #timer: NodeJS.Timeout | undefined;

  /** `folder` is that of the active build, or a link to it; the others stand beside it, each named as its version. */
  constructor(folder: string, logger: Logger) {
    this.#folder = folder;
    this.#logger = logger;
  }

  get active(): ShellOnDisk | undefined {
    return this.#active;
  }

  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  async start(pollMs = 1000): Promise<void> {
    await this.refresh();
    this.#timer = setInterval(() => void this.refresh(), pollMs);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Takes over another build that stands in the active folder now; an unusable one changes nothing. */
  async refresh(): Promise<void> {
    try {
      const { mtimeMs, ino } = await stat(join(this.#folder, 'shell.json'));
      const page = await stat(join(this.#folder, 'index.html'));
      const mark = `${ino}/${mtimeMs}/${page.ino}/${page.mtimeMs}`;
      if (mark === this.#mark) return;
      // The folder may be a link that moves on; files of this build are always taken from where it stands now.
      const found = await read(await realpath(this.#folder));
      this.#mark = mark;
      this.#active = found;
      this.#known.set(found.build.version, found);
      this.#logger.info({ version: found.build.version }, 'the shell is in force');
      for (const listener of this.#listeners) listener();
    } catch (error) {
      if (this.#mark === 'unusable') return;
      if (!this.#active) this.#mark = 'unusable';
      this.#logger.error({ err: error }, 'the build of the shell cannot be used; the last good one stays');
    }
  }

  async find(version: string): Promise<ShellOnDisk | undefined> {
    const known = this.#known.get(version);
    if (known) return known;
    try {
      const found = await read(join(dirname(this.#folder), version));
      if (found.build.version !== version) return undefined;
      this.#known.set(version, found);
      return found;
    } catch {
      return undefined;
    }
  }
}

async function read(folder: string): Promise<ShellOnDisk> {
  const build = shellBuildSchema.parse(JSON.parse(await readFile(join(folder, 'shell.json'), 'utf8')));
  const template = await readFile(join(folder, 'index.html'), 'utf8');
  for (const file of [...build.scripts, ...build.styles]) {
    if (!build.files[file]) throw new Error(`${file} of the shell has no integrity`);
  }
  return { folder, build, template };
}
