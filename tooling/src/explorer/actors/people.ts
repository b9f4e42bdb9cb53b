import { createHash } from 'node:crypto';
import type { Endpoint } from '@kinmel/contracts';
import type { ServiceName, Shop } from '../shop/open-shop.ts';
import { tokenOf } from '../shop/tokens.ts';
import type { AppAnswer } from '../simulation/call-app.ts';

export interface Person {
  readonly id: string;
  /** The name of this person in stories. */
  readonly name: string;
  readonly role: 'admin' | 'user';
}

const person = (name: string, role: Person['role']): Person => ({
  id: createHash('sha256').update(name).digest('hex').slice(0, 24),
  name,
  role,
});

export const [asha, bikash] = [person('Asha', 'user'), person('Bikash', 'user')];
export const customers = [asha, bikash];
export const [mina, nabin] = [person('Mina', 'admin'), person('Nabin', 'admin')];
export const staff = [mina, nabin];

/** The promo code of the shop's offer. */
export const promoCode = 'OPENING10';

/** The answer to a call; undefined when the service was stopped before it. */
export type Answer = { readonly status: number; readonly body: Json } | undefined;

/** The JSON of an answer, which the explorer reads without the contract's schema. */
export type Json = Readonly<Record<string, unknown>>;

export interface CallOptions {
  readonly endpoint: Endpoint;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
  /** Fields of a form with a file. */
  readonly form?: Readonly<Record<string, string>> | undefined;
  readonly key?: string | undefined;
}

const parse = ({ text }: AppAnswer): Json => {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
};

const boundary = 'a-boundary-of-the-explorer';
const multipart = (form: Readonly<Record<string, string>>) =>
  Buffer.from(
    Object.entries(form)
      .map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('') + `--${boundary}--\r\n`,
  );

/** A person's call, as a browser would send it. */
export async function ask(
  shop: Shop,
  by: Person,
  { endpoint, params = {}, query, body, form, key }: CallOptions,
): Promise<Answer> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const answer = await shop.ask(endpoint.owner as ServiceName, {
    method: endpoint.method,
    path: query ? `${path}?${new URLSearchParams(query)}` : path,
    body: form ? multipart(form) : body,
    headers: {
      authorization: `Bearer ${tokenOf(by.role, by.id)}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(form ? { 'content-type': `multipart/form-data; boundary=${boundary}` } : {}),
    },
  });
  return answer && { status: answer.status, body: parse(answer) };
}

/** Reads a part of JSON by its path. */
export function part(json: unknown, ...path: readonly (string | number)[]): unknown {
  let value = json;
  for (const name of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}

/** Empty for anything other than a text. */
export function textOf(json: unknown, ...path: readonly (string | number)[]): string {
  const value = part(json, ...path);
  return typeof value === 'string' ? value : '';
}
