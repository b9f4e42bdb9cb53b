import type { Logger } from '@kinmel/service-kit';
import type { RenderFigures } from '../figures.ts';
import { RenderError, SetRefusedError } from './render-errors.ts';
import {
  readRemote,
  readShell,
  type ServerCode,
  type ServerFilesOptions,
  type VersionNames,
} from './server-files.ts';
import { SetWorker, type WorkerLimits } from './set-worker.ts';
import type { Verdicts } from './verdicts.ts';

/** Dependencies shared by all sets. */
export interface SetParts {
  readonly files: ServerFilesOptions;
  readonly limits: WorkerLimits;
  readonly verdicts: Verdicts;
  readonly figures: RenderFigures;
  readonly logger: Logger;
}

interface Job {
  readonly text: string;
  readonly resolve: (html: string) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of waiting pages per set; the gateway's time limit is reached long before. */
const maxWaiting = 64;

/** A set of versions and the one worker that has their code. */
export class VersionSet {
  readonly #versions: VersionNames;
  readonly #parts: SetParts;
  readonly #waiting: Job[] = [];
  #worker: SetWorker | undefined;
  /** Remotes that were left out when the worker started, because their breaker was open. */
  #excludedRemotes: readonly string[] = [];
  #pumping: Promise<void> | undefined;
  #isRetired = false;

  constructor(versions: VersionNames, parts: SetParts) {
    this.#versions = versions;
    this.#parts = parts;
  }

  /** Preloads the code, so that the first page does not wait for it. The first page reports any failure. */
  async warm(): Promise<void> {
    await this.#enqueue('');
  }

  /** Renders a page; `text` is the JSON described in `RenderMessage`. */
  render(text: string): Promise<string> {
    return this.#enqueue(text);
  }

  /** Ends after the current rendering. */
  async retire(): Promise<void> {
    this.#isRetired = true;
    await this.#pumping;
    await this.#stopWorker();
  }

  #enqueue(text: string): Promise<string> {
    if (this.#isRetired) return Promise.reject(new SetRefusedError('this set of versions has ended'));
    if (this.#waiting.length >= maxWaiting)
      return Promise.reject(new SetRefusedError(`${maxWaiting} pages wait already`));
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, resolve, reject });
      this.#pumping ??= this.#pump();
    });
  }

  /**
   * Renders the waiting pages one by one. When a worker ends, only its current page fails; the others get a new worker.
   */
  async #pump(): Promise<void> {
    for (let job = this.#waiting.shift(); job; job = this.#waiting.shift()) {
      try {
        const worker = await this.#currentWorker();
        job.resolve(job.text === '' ? '' : await worker.render(job.text));
      } catch (error) {
        job.reject(error);
        // No page of the set can be rendered without a worker, so all waiting ones are rejected.
        if (!this.#worker) for (const waitingJob of this.#waiting.splice(0)) waitingJob.reject(error);
      }
    }
    // Synchronous with the last check of the loop, so that a page added now starts a new run.
    this.#pumping = undefined;
  }

  async #currentWorker(): Promise<SetWorker> {
    const { verdicts } = this.#parts;
    const hasRecovered = this.#excludedRemotes.some(
      (name) => !verdicts.isBad(name, this.#versions.remotes[name] ?? ''),
    );
    if (hasRecovered) await this.#stopWorker();
    if (this.#worker && !this.#worker.hasEnded) return this.#worker;
    this.#worker = undefined;
    this.#worker = await this.#start();
    return this.#worker;
  }

  async #stopWorker(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.stop();
  }

  async #start(): Promise<SetWorker> {
    const { files, limits, logger, verdicts, figures } = this.#parts;
    const names = Object.entries(this.#versions.remotes);
    this.#excludedRemotes = names.flatMap(([name, version]) => (verdicts.isBad(name, version) ? [name] : []));
    const shell = await readShell(files, this.#versions);
    const serverCode = await Promise.all(
      names
        .filter(([name]) => !this.#excludedRemotes.includes(name))
        .map(async ([name, version]): Promise<ServerCode | undefined> => {
          try {
            return await readRemote(files, this.#versions, name);
          } catch (error) {
            figures.countFault(name);
            logger.error({ err: error, remote: name, version }, 'a remote has no usable server file');
            return undefined;
          }
        }),
    );
    const parts = [shell, ...serverCode.filter((part) => part !== undefined)];
    const startedAt = performance.now();
    try {
      const worker = await SetWorker.start(parts, limits, {
        onFault: (part, reason) => {
          figures.countFault(part.split('/')[0] ?? part);
          logger.error({ part, reason }, 'server code does not load; its pages are rendered in the browser');
        },
        onNote: (text) => logger.warn({ text }, 'console output of a page'),
        onEnd: () => figures.countWorker('ended'),
      });
      figures.countWorker('started');
      logger.info(
        { ...this.#versions, ms: Math.round(performance.now() - startedAt), without: this.#excludedRemotes },
        'a set of versions is loaded',
      );
      return worker;
    } catch (error) {
      // A remote that ends the worker while loading would do so at every start; after a few failures the set starts
      // without it.
      if (error instanceof RenderError && error.loading !== undefined) {
        figures.countFault(error.loading);
        const version = this.#versions.remotes[error.loading] ?? this.#versions.shell;
        await verdicts.countFailure(error.loading, version, error);
      }
      logger.error({ err: error, ...this.#versions }, 'a set of versions cannot be loaded');
      throw error;
    }
  }
}
