import type { IncomingHttpHeaders } from 'node:http';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf, Role, StaffRight } from '@kinmel/contracts';
import { z } from 'zod';
import type { StaffCall } from '../audit/audit-entry.ts';
import type { Identity } from '../identity/token-verifier.ts';
import type { Logger } from '../observability/logger.ts';
import { CsvAnswer } from './csv-answer.ts';

/** An uploaded file in memory. `originalName` comes from the client: never use it as a path. */
export interface UploadedFile {
  readonly buffer: Buffer;
  readonly originalName: string;
  readonly bytes: number;
}

/** An answer of raw bytes, such as a picture or serialised JSON. */
export class BytesAnswer {
  readonly bytes: Buffer;
  readonly contentType: string;

  constructor(bytes: Buffer, contentType = 'application/json; charset=utf-8') {
    this.bytes = bytes;
    this.contentType = contentType;
  }
}

export interface Respond {
  /** Appends to `Set-Cookie`, replaces other headers. */
  header(name: string, value: string): void;
}

/**
 * The caller. The app rejects callers without the role before the handler runs; a public endpoint gets the caller of a
 * valid token.
 */
interface Caller<RequiredRole extends Role> {
  readonly identity: Identity | (RequiredRole extends 'customer' | 'admin' ? never : undefined);
  /** Whether the caller is staff with the endpoint's right. */
  readonly isStaff: boolean;
  /** The staff member who calls, for audit entries. */
  readonly staff: StaffCall | (RequiredRole extends 'admin' ? never : undefined);
}

/** A request, parsed by the endpoint's contract. */
export interface Call<Params, Query, Body, RequiredRole extends Role = Role> extends Caller<RequiredRole> {
  readonly right: StaffRight | undefined;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly file: UploadedFile | undefined;
  /** Adds request and trace id to each line. */
  readonly log: Logger;
  readonly requestId: string;
  readonly traceparent: string;
  readonly headers: IncomingHttpHeaders;
  /** The client's IP address as the gateway saw it. */
  readonly address: string;
  readonly respond: Respond;
  /** True when the client has disconnected. */
  readonly isAbandoned: () => boolean;
}

/** The call that caused a change: its trace for events, and the staff member for the audit entry. */
export type CausedBy = Partial<Pick<Call<unknown, unknown, unknown>, 'traceparent' | 'staff'>>;

/** An endpoint and its handler with erased types, for the route table. */
export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (call: Call<unknown, unknown, unknown>) => Promise<unknown>;
}

/** The content of the envelope: the data, or the fields of an answer with others; undefined for `success` alone. */
type Content<Answer> = Answer extends { success: true }
  ? keyof Answer extends 'success'
    ? void
    : keyof Answer extends 'success' | 'data'
      ? Answer[Exclude<keyof Answer, 'success'>]
      : Omit<Answer, 'success'>
  : Answer;

/** The return type of the endpoint's handler. */
export type ContentOf<E extends Endpoint> = Content<AnswerOf<E>>;

type HandlerResult<E extends Endpoint> = ContentOf<E> | BytesAnswer | CsvAnswer;

/**
 * Binds a handler to its contract, which determines the types of its input and answer, and adds the envelope `{
 * success, data }`.
 */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (
    call: Call<ParamsOf<E>, QueryOf<E>, BodyOf<E>, E['role']>,
  ) => Promise<HandlerResult<E>> | HandlerResult<E>,
): Route {
  const { success, ...fields } = endpoint.answer instanceof z.ZodObject ? endpoint.answer.shape : {};
  const isData = Object.keys(fields).join() === 'data';
  return {
    endpoint,
    async handle(call) {
      // The app parses the input by this endpoint's contract before the call, which the erased type cannot express.
      const answer = await handle(call as Parameters<typeof handle>[0]);
      if (!success || answer instanceof BytesAnswer || answer instanceof CsvAnswer) return answer;
      return { success: true, ...(isData ? { data: answer } : (answer as object)) };
    },
  };
}
