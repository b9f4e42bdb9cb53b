import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ShellBuild, shellBuildSchema } from '@kinmel/contracts';
import type { Logger } from '@kinmel/service-kit';

export interface ShellOnDisk {
  readonly folder: string;
  readonly build: ShellBuild;
  /** The content of `index.html`. */
  readonly template: string;
}

export interface ShellUsers {
  /** Why this shell cannot be activated; empty when it can. */
  misfitsOf(shell: ShellBuild): Promise<readonly string[]>;
  /** Checks the active remotes against the active shell. */
  refresh(): Promise<void>;
}

/**
 * The builds of the shell: the active one, and older ones, as open pages still load chunks of the build they began
 * with.
 */
export class ShellFiles {
  readonly #folder: string;
  readonly #logger: Logger;
  readonly #users: ShellUsers;
  readonly #known = new Map<string, ShellOnDisk>();
  readonly #listeners = new Set<() => void>();
  #active: ShellOnDisk | undefined;
  #waiting: string | undefined;
  #refreshing: Promise<void> = Promise.resolve();
  /** Identifies the files of the last refresh, so that they are read and logged once. */
  #mark = '';
  #timer: NodeJS.Timeout | undefined;

  /** `folder` is that of the wanted build, or a link to it. Other builds are its siblings, named by version. */
  constructor(folder: string, logger: Logger, users: ShellUsers) {
    this.#folder = folder;
    this.#logger = logger;
    this.#users = users;
  }

  get active(): ShellOnDisk | undefined {
    return this.#active;
  }

  /** For operators. */
  get state(): string {
    const inForce = this.#active?.build.version ?? 'none';
    return this.#waiting === undefined
      ? inForce
      : `${inForce}, ${this.#waiting} waits for remotes that fit it`;
  }

  /** The wanted version while active remotes do not fit it. */
  get waiting(): string | undefined {
    return this.#waiting;
  }

  /** Whether the active build fits the active remotes. False only after a start that found no build that does. */
  get fits(): boolean {
    return this.#waiting === undefined || this.#waiting !== this.#active?.build.version;
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

  /** Activates the build in the wanted folder if it is new, usable and fits the remotes. */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.then(() => this.#refresh());
    return this.#refreshing;
  }

  async #refresh(): Promise<void> {
    try {
      const { mtimeMs, ino } = await stat(join(this.#folder, 'shell.json'));
      const page = await stat(join(this.#folder, 'index.html'));
      const mark = `${ino}/${mtimeMs}/${page.ino}/${page.mtimeMs}`;
      // A waiting build may fit by now.
      if (mark === this.#mark && this.#waiting === undefined) return;
      // The link may move on: files of this build are read from its real path.
      const wanted = await read(await realpath(this.#folder));
      const misfits = await this.#users.misfitsOf(wanted.build);
      const isNew = mark !== this.#mark;
      this.#mark = mark;
      if (misfits.length === 0) {
        this.#waiting = undefined;
        await this.#takeOver(wanted);
      } else {
        this.#waiting = wanted.build.version;
        if (!this.#active) await this.#takeOver((await this.#newestThatFits()) ?? wanted);
        if (isNew) this.#sayWaiting(wanted, misfits);
      }
    } catch (error) {
      if (this.#mark === 'unusable') return;
      this.#mark = 'unusable';
      this.#logger.error(
        { err: error },
        'the build of the shell is not usable; the last usable one stays active',
      );
    }
  }

  async #takeOver(found: ShellOnDisk): Promise<void> {
    const isFirst = this.#active === undefined;
    this.#active = found;
    this.#known.set(found.build.version, found);
    try {
      // Before the listeners: no page may combine the new shell with remotes that were checked against the old one.
      if (!isFirst) await this.#users.refresh();
    } finally {
      this.#logger.info({ version: found.build.version }, 'the shell is active');
      for (const listener of this.#listeners) listener();
    }
  }

  /** The newest sibling that the remotes fit: the one that was active before a restart. */
  async #newestThatFits(): Promise<ShellOnDisk | undefined> {
    const folder = dirname(this.#folder);
    const entries = await readdir(folder, { withFileTypes: true });
    const found: { shell: ShellOnDisk; at: number }[] = [];
    for (const { name } of entries.filter((entry) => entry.isDirectory())) {
      const shell = await this.find(name);
      if (!shell || (await this.#users.misfitsOf(shell.build)).length > 0) continue;
      found.push({ shell, at: (await stat(join(folder, name, 'shell.json'))).mtimeMs });
    }
    return found.toSorted((one, other) => other.at - one.at)[0]?.shell;
  }

  #sayWaiting({ build }: ShellOnDisk, misfits: readonly string[]): void {
    this.#logger.error(
      { version: build.version, inForce: this.#active?.build.version, misfits },
      this.fits
        ? 'active remotes are incompatible with the build of the shell; it waits, and the last usable one stays active'
        : 'active remotes are incompatible with the build of the shell, and there is no other build; their pages are not available',
    );
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
