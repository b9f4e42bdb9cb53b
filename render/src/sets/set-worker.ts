import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { RenderMessage, WorkerMessage, WorkerStart } from '../worker/messages.ts';
import { type Failure, RenderError } from './render-errors.ts';
import type { ServerCode } from './server-files.ts';

export interface WorkerLimits {
  /** Time limit of one rendering, and of loading one part, in milliseconds. */
  readonly limitMs: number;
  /** Heap limit of one worker. */
  readonly megabytes: number;
  /**
   * Memory limit of the whole process while a page is rendered, because memory outside the heap is not covered by the
   * heap limit.
   */
  readonly processMegabytes: number;
}

export interface WorkerEvents {
  /** Reports a module of a remote that cannot be used; the others can. */
  readonly onFault: (part: string, reason: string) => void;
  readonly onNote: (text: string) => void;
  readonly onEnd: () => void;
}

/** The source file in development and tests, a separate bundle in a release. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? '../worker/worker.ts' : './worker.mjs',
  import.meta.url,
);

/**
 * Node's permissions are not inherited: without permissions of its own, a thread may do whatever the user of the
 * process may. With them it reads only its own code, writes nothing, and starts no processes or threads.
 */
export const workerPermissions = [
  '--permission',
  `--allow-fs-read=${fileURLToPath(new URL('.', workerFile))}`,
];

const memoryCheckMs = 100;

/**
 * A thread with the code of one set of versions. It renders one page at a time, because the store and the first-view
 * answers are module state. It is not restarted after it has ended.
 */
export class SetWorker {
  readonly #worker: Worker;
  readonly #running = new SharedArrayBuffer(4);
  readonly #parts: readonly ServerCode[];
  readonly #limits: WorkerLimits;
  readonly #events: WorkerEvents;
  #pending: { resolve: (html: string) => void; reject: (error: RenderError) => void } | undefined;
  #watch: NodeJS.Timeout[] = [];
  #lastId = 0;
  #isLoaded = false;
  #hasEnded = false;

  private constructor(parts: readonly ServerCode[], limits: WorkerLimits, events: WorkerEvents) {
    this.#parts = parts;
    this.#limits = limits;
    this.#events = events;
    const start: WorkerStart = { parts, running: this.#running, loadMs: limits.limitMs };
    this.#worker = new Worker(workerFile, {
      workerData: start,
      env: {},
      execArgv: workerPermissions,
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 16 },
    });
    // Discards direct output of pages; an unread stream would keep it in memory.
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#end(isFull ? 'out-of-memory' : 'ended', error.message);
    });
    this.#worker.on('exit', () => this.#end('ended', 'the worker ended'));
  }

  /**
   * Starts a worker and loads all code; rejects with a RenderError when the shell cannot be loaded or loading exceeds
   * its time limit.
   */
  static async start(
    parts: readonly ServerCode[],
    limits: WorkerLimits,
    events: WorkerEvents,
  ): Promise<SetWorker> {
    const setWorker = new SetWorker(parts, limits, events);
    await setWorker.#awaitReply(
      (resolve) => {
        setWorker.#worker.on('message', (message: WorkerMessage) => setWorker.#receive(message, resolve));
      },
      limits.limitMs * (parts.length + 1),
    );
    return setWorker;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Resolves with the HTML of a page; rejects only with a RenderError. */
  async render(text: string): Promise<string> {
    this.#lastId += 1;
    const message: RenderMessage = { id: this.#lastId, text };
    return this.#awaitReply(() => {
      if (this.#hasEnded) this.#pending?.reject(new RenderError('ended', 'the worker has ended'));
      else this.#worker.postMessage(message);
    }, this.#limits.limitMs);
  }

  async stop(): Promise<void> {
    this.#hasEnded = true;
    await this.#worker.terminate();
  }

  /** Awaits a reply of the worker while watching time and memory from outside, because a blocked thread cannot. */
  async #awaitReply(begin: (resolve: (html: string) => void) => void, limitMs: number): Promise<string> {
    const { processMegabytes } = this.#limits;
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#pending = { resolve, reject };
        this.#watch = [
          setTimeout(() => this.#end('hung', `no answer within ${limitMs} ms`), limitMs),
          setInterval(() => {
            if (process.memoryUsage.rss() > processMegabytes * 1024 * 1024)
              this.#end('out-of-memory', `the process uses more than ${processMegabytes} MB`);
          }, memoryCheckMs),
        ];
        begin(resolve);
      });
    } finally {
      for (const timer of this.#watch) clearTimeout(timer);
      this.#watch = [];
      this.#pending = undefined;
    }
  }

  #receive(message: WorkerMessage, onReady: (html: string) => void): void {
    if (message.kind === 'note') this.#events.onNote(message.text);
    else if (message.kind === 'ready') {
      for (const [part, reason] of Object.entries(message.faults)) this.#events.onFault(part, reason);
      this.#isLoaded = true;
      onReady('');
    } else if (message.id !== this.#lastId) return;
    else if (message.kind === 'rendered') this.#pending?.resolve(message.html);
    else this.#pending?.reject(new RenderError('threw', message.reason));
  }

  #end(failure: Failure, reason: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    const runningPart = this.#parts[Atomics.load(new Int32Array(this.#running), 0)];
    // A thread in an endless loop or out of memory can only be terminated.
    this.#worker.terminate().catch(() => undefined);
    this.#pending?.reject(new RenderError(failure, reason, this.#isLoaded ? undefined : runningPart?.name));
    this.#events.onEnd();
  }
}
