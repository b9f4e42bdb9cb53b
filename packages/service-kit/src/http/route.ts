import type { IncomingHttpHeaders } from 'node:http';
import type { Endpoint } from '@kinmel/contracts';
import type { z } from 'zod';
import type { Identity } from '../identity/token-verifier.ts';
import type { Logger } from '../log/logger.ts';
import type { ReadyAnswer } from './ready-answer.ts';

/** One uploaded file, whole in memory. `originalName` comes from the client: show it, never use it as a path. */
export interface UploadedFile {
  readonly buffer: Buffer;
  readonly originalName: string;
  readonly bytes: number;
}

/** What a handler gets: the parts of the request, parsed by the endpoint's contract. */
export interface Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly file: UploadedFile | undefined;
  /** Always there on an endpoint for customers or admins; on a public one only when a good token was sent. */
  readonly identity: Identity | undefined;
  /** Lines carry the request and the trace id. */
  readonly log: Logger;
  readonly requestId: string;
  readonly traceparent: string;
  readonly headers: IncomingHttpHeaders;
}

/** An endpoint and its handler with the types forgotten, so that different ones fit in one table. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (call: Call<unknown, unknown, unknown>) => Promise<unknown>;
}

/** Binds a handler to its contract. The handler's parts and its answer are typed by the endpoint's schemas. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, A>,
  handle: (call: Call<z.output<P>, z.output<Q>, z.output<B>>) => Promise<z.output<A> | ReadyAnswer>,
): Route {
  // The app parses the parts by this very endpoint before it calls, which the table's type cannot express.
  return { endpoint, handle: handle as Route['handle'] };
}
