import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '@kinmel/contracts';
import type { StaffCall } from '../audit/audit-entry.ts';
import type { Identity } from '../identity/token-verifier.ts';
import type { Logger } from '../observability/logger.ts';
import type { BytesAnswer } from './bytes-answer.ts';
import type { CsvAnswer } from './csv-answer.ts';

/** One uploaded file, whole in memory. `originalName` comes from the client: show it, never use it as a path. */
export interface UploadedFile {
  readonly buffer: Buffer;
  readonly originalName: string;
  readonly bytes: number;
}

/** What a handler may put on its answer besides the body. */
export interface Respond {
  /** Sets a header; `Set-Cookie` is added to those that are there. */
  header(name: string, value: string): void;
}

/** What a handler gets: the parts of the request, parsed by the endpoint's contract. */
export interface Call<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly file: UploadedFile | undefined;
  /** Always there on an endpoint for customers or admins; on a public one only when a good token was sent. */
  readonly identity: Identity | undefined;
  /** On an endpoint for admins, what its audit entries begin with. */
  readonly staff: StaffCall | undefined;
  /** Lines carry the request and the trace id. */
  readonly log: Logger;
  readonly requestId: string;
  readonly traceparent: string;
  readonly headers: IncomingHttpHeaders;
  /** The client's network address as the gateway saw it. */
  readonly address: string;
  readonly respond: Respond;
  /** The caller has gone, and nobody will see the answer: for work that waits before it begins. */
  readonly isAbandoned: () => boolean;
}

/** An endpoint and its handler with the types forgotten, so that different ones fit in one table. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (call: Call<unknown, unknown, unknown>) => Promise<unknown>;
}

/** Binds a handler to its contract. The handler's parts and its answer are typed by the endpoint's schemas. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<ParamsOf<E>, QueryOf<E>, BodyOf<E>>) => Promise<AnswerOf<E> | BytesAnswer | CsvAnswer>,
): Route {
  // The app parses the parts by this very endpoint before it calls, which the table's type cannot express.
  return { endpoint, handle: handle as Route['handle'] };
}
