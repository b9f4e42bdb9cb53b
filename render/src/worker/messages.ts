import type { ServerCode } from '../sets/server-files.ts';

/** The initial data of a worker. */
export interface WorkerStart {
  /** The shell comes first. */
  readonly parts: readonly ServerCode[];
  /** One shared number, the index of the running part; readable when the worker no longer responds. */
  readonly running: SharedArrayBuffer;
  /** Time limit of loading a part, in milliseconds. */
  readonly loadMs: number;
}

/** Tells a worker to render this page. */
export interface RenderMessage {
  readonly id: number;
  /** JSON text with `address`, `registry` and `firstData`, parsed in the sandbox. */
  readonly text: string;
}

/** A message from a worker. */
export type WorkerMessage =
  /** Loading has finished; `faults` are the modules that failed, by `<remote>/<module>`. */
  | { readonly kind: 'ready'; readonly faults: Readonly<Record<string, string>> }
  | { readonly kind: 'rendered'; readonly id: number; readonly html: string }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  /** Console output of page code, or an unhandled rejection. */
  | { readonly kind: 'note'; readonly text: string };
