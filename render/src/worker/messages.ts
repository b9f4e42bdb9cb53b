import type { ServerCode } from '../sets/server-files.ts';

/** What a worker starts with. */
export interface WorkerStart {
  /** The shell first. */
  readonly parts: readonly ServerCode[];
  /** One number, shared: the index of the part whose code runs. It can be read also when the worker answers no more. */
  readonly running: SharedArrayBuffer;
  /** How long a part may take to load; milliseconds. */
  readonly loadMs: number;
}

/** To a worker: draw this page. */
export interface DrawMessage {
  readonly id: number;
  /** JSON text with `address`, `registry` and `firstData`. It is parsed where the page's code runs. */
  readonly text: string;
}

/** From a worker. */
export type WorkerMessage =
  /** Everything is loaded, but for what stands in `faults`, by `<remote>/<module>`. */
  | { readonly kind: 'ready'; readonly faults: Readonly<Record<string, string>> }
  | { readonly kind: 'drawn'; readonly id: number; readonly html: string }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  /** What the pages' code wrote to its console, or an unhandled rejection. */
  | { readonly kind: 'note'; readonly text: string };
