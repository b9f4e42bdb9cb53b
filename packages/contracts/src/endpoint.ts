import type { z } from 'zod';
import type { ProblemCode } from './problem.ts';

/**
 * Who may call an endpoint. `public`: anybody; `customer`: any signed-in person; `admin`: shop staff; `service`: another
 * service of the shop, on a path that the gateway never routes. An admin may do what a customer may.
 * There is no default: an endpoint without a role cannot be defined.
 */
export type Role = 'public' | 'customer' | 'admin' | 'service';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One file part of a multipart request. Sizes in bytes; the service checks the content, not the name. */
export interface FilePart {
  readonly field: string;
  readonly maxBytes: number;
  readonly required: boolean;
  /** The specification's own sentences, where it has them. */
  readonly tooLargeText?: string;
  readonly missingText?: string;
}

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** Verb-noun, the same word as the use case that answers it: `listProducts`. */
  readonly id: string;
  readonly owner: 'auth' | 'catalog' | 'order' | 'offer' | 'notification' | 'service-request';
  /** Contract version, raised by a change that would break an existing client. */
  readonly version: number;
  readonly method: Method;
  /** OpenAPI path template, exactly as the specification writes it: `/api/products/{id}`. */
  readonly path: string;
  /** Other paths that the same handler answers. */
  readonly aliases?: readonly string[];
  readonly role: Role;
  /** A public read that says more to some callers: with a token it is never answered from what is kept for strangers. */
  readonly variesByCaller?: true;
  /** A public read about one person, whom the secret in its address names: neither we nor anybody on the way keeps it. */
  readonly isPersonal?: true;
  /** A public read that is true for this moment only: neither we nor anybody on the way keeps it, so that nobody chooses from an old one. */
  readonly isVolatile?: true;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** `json` unless said otherwise. `raw` hands over the very bytes (a signature covers them), `form` is url-encoded or multipart, without files. */
  readonly bodyFormat?: 'json' | 'raw' | 'form';
  readonly file?: FilePart;
  /** Media type of an answer that is not JSON; `answer` then describes nothing and is not checked. */
  readonly contentType?: string;
  /** 303: the answer names another address in its `Location`. */
  readonly status: 200 | 201 | 202 | 303;
  readonly answer: Answer;
  /** The problem codes that this endpoint may answer with, besides those that every endpoint may. */
  readonly problems?: readonly ProblemCode[];
}

type Declared<E extends Endpoint> = Omit<E, 'version' | 'status'> & Partial<Pick<E, 'version' | 'status'>>;

/** Defines an endpoint with the exact types of its schemas. Version 1 and status 200 are the defaults. */
export const defineEndpoint = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(
  endpoint: Declared<Endpoint<Params, Query, Body, Answer>>,
): Endpoint<Params, Query, Body, Answer> => ({ version: 1, status: 200, ...endpoint });

/** What a handler receives after parsing. */
export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
export type AnswerOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never;
