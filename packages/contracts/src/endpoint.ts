import { z } from 'zod';
import type { StaffRight } from './browser/staff-rights.ts';
import { objectIdSchema } from './primitives.ts';
import type { ProblemCode } from './problem.ts';

/**
 * Who may call an endpoint. `public`: anybody; `customer`: any signed-in user; `admin`: staff; `service`: another
 * service, on a path that the gateway does not route. An admin may call customer endpoints. There is no default.
 */
export type Role = 'public' | 'customer' | 'admin' | 'service';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The file part of a multipart request. Sizes in bytes. The service checks the content, not the name. */
export interface FilePart {
  readonly field: string;
  readonly maxBytes: number;
  readonly required: boolean;
  /** Texts that the specification requires. */
  readonly tooLargeText?: string;
  readonly missingText?: string;
}

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  /** Verb and noun, like the use case: `listProducts`. */
  readonly id: string;
  readonly owner:
    | 'auth'
    | 'catalog'
    | 'order'
    | 'offer'
    | 'notification'
    | 'service-request'
    | 'gateway'
    | 'device';
  /** Contract version, raised by a change that would break an existing client. */
  readonly version: number;
  readonly method: Method;
  /** OpenAPI path template of the specification: `/api/products/{id}`. */
  readonly path: string;
  /** Further paths with the same handler. */
  readonly aliases?: readonly string[];
  readonly role: Role;
  /**
   * What staff need for this call. `admin`: refused without it. Other roles: with it the caller sees and does what staff
   * may, without it what a customer may.
   */
  readonly right?: StaffRight;
  /**
   * The call reads or moves value of an account, or reads its personal data: the service asks auth whether the caller's
   * session is live, as it does for staff. `true` is for signed-in callers (role `customer`); `whenGiven`: only when the
   * body has this field, and a caller without a token is not affected.
   */
  readonly confirmsSession?: true | { readonly whenGiven: string };
  /** A public read whose answer differs for some signed-in callers. They never get a cached public answer. */
  readonly variesByCaller?: true;
  /** A public read of personal data by a secret in the address. It is never cached. */
  readonly isPersonal?: true;
  /** A public read whose answer is outdated at once. It is never cached. */
  readonly isVolatile?: true;
  /** A write that changes cached public reads of its service. The gateway drops them before it sends the answer. */
  readonly changesPublicReads?: true;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /**
   * Default `json`. `raw` passes the unparsed bytes, for signatures; `form` is url-encoded or multipart without files.
   */
  readonly bodyFormat?: 'json' | 'raw' | 'form';
  readonly file?: FilePart;
  /** Media type of an answer that is not JSON and not checked by `answer`. */
  readonly contentType?: string;
  /** 303: a redirect by the `Location` header. */
  readonly status: 200 | 201 | 202 | 303;
  readonly answer: Answer;
  /** Problem codes of this endpoint, in addition to those that every endpoint may answer. */
  readonly problems?: readonly ProblemCode[];
}

type NamesIn<Address extends string> = Address extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The ids in an address, such as `/api/products/{id}`. */
type IdsIn<Address extends string> = [NamesIn<Address>] extends [never]
  ? z.ZodType
  : z.ZodType<Readonly<Record<NamesIn<Address>, string>>>;

const recordIdsIn = (path: string) => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return names.length === 0
    ? {}
    : { params: z.object(Object.fromEntries(names.map((name) => [name, objectIdSchema]))) };
};

/** An endpoint of staff always names its right. */
type RoleAndRight<CallerRole extends Role> = { readonly role: CallerRole } & ('admin' extends CallerRole
  ? { readonly right: StaffRight }
  : { readonly right?: StaffRight });

/** The callers of an endpoint for staff: people with a role that has the right. */
export const forStaff = (right: StaffRight) => ({ role: 'admin', right }) as const;

/** The callers of an endpoint about the caller's own records: signed-in people with a live session. */
export const forAccount = { role: 'customer', confirmsSession: true } as const;

/**
 * Defines the endpoints of one service by id and address, such as `GET /api/products/{id}`, with the exact types of their
 * schemas and role. Parameters of the address without `params` are ids of records. Version 1 and status 200 are the
 * defaults.
 */
export const ownedBy =
  (owner: Endpoint['owner']) =>
  <
    const Address extends `${Method} /${string}`,
    Query extends z.ZodType,
    Body extends z.ZodType,
    Answer extends z.ZodType,
    const CallerRole extends Role,
    Params extends z.ZodType = IdsIn<Address>,
  >(
    id: string,
    address: Address,
    endpoint: Omit<
      Endpoint<Params, Query, Body, Answer>,
      'owner' | 'id' | 'method' | 'path' | 'role' | 'right' | 'version' | 'status'
    > &
      Partial<Pick<Endpoint, 'version' | 'status'>> &
      RoleAndRight<CallerRole>,
  ): Endpoint<Params, Query, Body, Answer> & { readonly role: CallerRole } => {
    const [method, path] = address.split(' ') as [Method, string];
    return {
      version: 1,
      status: 200,
      id,
      owner,
      method,
      path,
      ...(recordIdsIn(path) as { params?: Params }),
      ...endpoint,
    };
  };

const isEndpoint = (value: object): value is Endpoint =>
  'id' in value && 'owner' in value && 'method' in value && 'path' in value;

/** The endpoints among the exports of a module, and in its groups, each once. */
export function endpointsIn(exported: unknown): Endpoint[] {
  if (typeof exported !== 'object' || exported === null || exported instanceof z.ZodType) return [];
  if (isEndpoint(exported)) return [exported];
  const endpoints = Object.values(exported).flatMap(endpointsIn);
  return [...new Map(endpoints.map((endpoint) => [endpoint.id, endpoint])).values()];
}

export type ParamsOf<E> = E extends Endpoint<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.output<B> : never;
export type AnswerOf<E> = E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.output<A> : never;
