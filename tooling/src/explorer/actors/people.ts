import { createHash } from 'node:crypto';
import type { ServiceName, Shop } from '../shop/open-shop.ts';
import { tokenOf } from '../shop/tokens.ts';
import type { AppAnswer } from '../simulation/call-app.ts';
import { asProcess } from '../simulation/simulation.ts';

export interface Person {
  readonly id: string;
  /** As stories name this person. */
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

/** Of the offer that the shop has. */
export const promoCode = 'OPENING10';

/** What a call is answered; undefined when the service was stopped before its answer. */
export type Answer = { readonly status: number; readonly body: Json } | undefined;

/** JSON of an answer, which the explorer reads without its contract. */
export type Json = Readonly<Record<string, unknown>>;

export interface Asked {
  readonly service: ServiceName;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
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

/** A call of a person through a browser. */
export async function ask(
  shop: Shop,
  by: Person | undefined,
  { form, key, ...asked }: Asked,
): Promise<Answer> {
  const answer = await shop.ask(asked.service, {
    method: asked.method,
    path: asked.path,
    body: form ? multipart(form) : asked.body,
    headers: {
      ...(by ? { authorization: `Bearer ${tokenOf(by.role, by.id)}` } : {}),
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

/** Empty for anything but a text. */
export function textOf(json: unknown, ...path: readonly (string | number)[]): string {
  const value = part(json, ...path);
  return typeof value === 'string' ? value : '';
}

/** Starts what a person does, and tells it; it goes on while others do something. */
export function begin(shop: Shop, says: string, work: () => Promise<Answer>): void {
  const { simulation } = shop;
  simulation.tell(says);
  void asProcess(shop.people, async () => {
    await simulation.waitForTurn(says);
    const answer = await work();
    const outcome =
      answer === undefined
        ? 'no answer'
        : answer.status < 400
          ? `${answer.status}`
          : `${answer.status} ${textOf(answer.body, 'message')}`;
    simulation.tell(`    ${says} → ${outcome}`);
  });
}
