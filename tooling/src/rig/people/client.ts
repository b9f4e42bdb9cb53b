import { setTimeout as pause } from 'node:timers/promises';
import { type Call, isOpen } from '../history/history.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of all answers that the rig reads. */
export interface Body {
  readonly code?: string;
  readonly message?: string;
  readonly token?: string;
  readonly user?: { readonly id: string };
  readonly trackingLink?: string;
  readonly order?: Row;
  readonly orders?: readonly Row[];
  readonly data?: Row & Fields;
}

/** A record in an answer. */
export interface Row {
  readonly id: string;
  readonly version: number;
  readonly status?: string;
  readonly orderStatus?: string;
  readonly paymentStatus?: string;
  /** Of a device. */
  readonly place?: string;
}

export interface Answer {
  /** 0 without an answer. */
  readonly status: number;
  readonly body: Body;
}

export interface Question {
  readonly key?: string;
  readonly body?: Fields;
  /** Fields and files of a form. */
  readonly form?: Readonly<Record<string, string | Blob>>;
  /** The record that the address names. The answer has the record, or is a 404 if it does not exist. */
  readonly record?: string | undefined;
}

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly id: string;
  token: string;
}

type Caller = Person | undefined;

const answerWithinMs = 15_000;
const retryForMs = 60_000;

export const stateOf = ({ status, orderStatus, paymentStatus, place }: Row): string =>
  status ?? place ?? `${orderStatus}, ${paymentStatus}`;

/** Calls the public address on behalf of people, and records each call in the history. */
export type Client = ReturnType<typeof createClient>;

export function createClient(shop: string) {
  const history: Call[] = [];

  async function once(person: Caller, what: string, { key, body, form }: Question): Promise<Answer> {
    const [method = '', path = ''] = what.split(' ');
    const fields = new FormData();
    for (const [name, value] of Object.entries(form ?? {})) fields.set(name, value);
    try {
      const response = await fetch(`${shop}${path}`, {
        method,
        headers: {
          ...(person === undefined ? {} : { authorization: `Bearer ${person.token}` }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: form === undefined ? body && JSON.stringify(body) : fields,
        signal: AbortSignal.timeout(answerWithinMs),
      });
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return { status: response.status, body: isJson ? ((await response.json()) as Body) : {} };
    } catch {
      return { status: 0, body: {} };
    }
  }

  async function ask(person: Caller, what: string, question: Question = {}): Promise<Answer> {
    const start = performance.now();
    const answer = await once(person, what, question);
    const end = performance.now();
    const { status, body } = answer;
    const row = body.order ?? (body.data?.version === undefined ? undefined : body.data);
    const isRecord = status < 300 && row !== undefined && (question.key ?? question.record) !== undefined;
    history.push({
      by: person?.name ?? 'nobody',
      what,
      key: question.key,
      record: (isRecord ? row.id : body.trackingLink) ?? question.record,
      seen: question.body?.['version'] as number | undefined,
      start,
      end,
      status,
      ...(isRecord ? { version: row.version, state: stateOf(row) } : {}),
    });
    // A token expires after a quarter of an hour, and an instance with a fast clock refuses it earlier.
    // A call that moves money needs a password entered within the last ten minutes (AUTH-P7).
    const needsSignIn = status === 401 || body.code === 'proof-needed';
    if (needsSignIn && person !== undefined && !what.includes('/api/auth/')) await signIn(person);
    return answer;
  }

  async function signIn(person: Person): Promise<void> {
    const { email, password } = person;
    const { body } = await ask(undefined, 'POST /api/auth/login', { body: { email, password } });
    if (body.token !== undefined) person.token = body.token;
  }

  /** Repeats a call until its outcome is known, for at most a minute. */
  async function insist(person: Caller, what: string, question: Question = {}): Promise<Answer> {
    const untilMs = performance.now() + retryForMs;
    for (;;) {
      const answer = await ask(person, what, question);
      const isBusy =
        answer.status === 401 || ['key-in-progress', 'proof-needed'].includes(answer.body.code ?? '');
      if (!(isBusy || isOpen(answer)) || performance.now() > untilMs) return answer;
      await pause(300);
    }
  }

  return { history, ask, insist, signIn };
}
