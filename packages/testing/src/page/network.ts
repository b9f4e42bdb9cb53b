/** Creates the answer to a request. */
export type Reply = (request: Request) => Response | Promise<Response>;

export const json =
  (value: unknown, status = 200): Reply =>
  () =>
    // Every server sends its time.
    Response.json(value, { status, headers: { date: new Date().toUTCString() } });

/** Records the bodies of requests. */
export function recordBodies(reply: Reply): { reply: Reply; bodies: unknown[] } {
  const bodies: unknown[] = [];
  return {
    bodies,
    reply: async (request) => {
      bodies.push(await request.json());
      return reply(request);
    },
  };
}

/** A refusal; `details` name fields. */
export const problem = (
  status: number,
  code: string,
  message: string,
  details?: readonly { readonly path: string; readonly message: string }[],
): Reply => json({ success: false, message, error: message, code, details }, status);

/** A failed connection. */
export const down: Reply = () => Promise.reject(new TypeError('Failed to fetch'));

/** An answer that is delayed until `release` is called. */
export function holdReply(reply: Reply): { reply: Reply; release: () => void } {
  let release = () => {};
  const wait = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    reply: async (request) => {
      await wait;
      return reply(request);
    },
    release,
  };
}

/** Answers by `GET /api/policy` or, for a GET, by the URL alone, including the query. */
export type Answers = Readonly<Record<string, Reply | object>>;

const nameOf = (method: string, address: string) => `${method} ${address}`;
const isReply = (answer: Reply | object): answer is Reply => typeof answer === 'function';

/** The network of a test: a request without an answer fails the test. */
export class TestNetwork {
  /** All requests, in the form `GET /api/policy`. */
  readonly requests: string[] = [];
  readonly #unknown: string[] = [];
  readonly #replies = new Map<string, Reply>();

  constructor(answers: Answers = {}) {
    this.answer(answers);
  }

  /** Adds or replaces answers. A plain object is sent as JSON. */
  answer(answers: Answers): void {
    for (const [name, answer] of Object.entries(answers)) {
      this.#replies.set(
        name.includes(' ') ? name : nameOf('GET', name),
        isReply(answer) ? answer : json(answer),
      );
    }
  }

  count(name: string): number {
    const requestName = name.includes(' ') ? name : nameOf('GET', name);
    return this.requests.filter((request) => request === requestName).length;
  }

  /** Replaces `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const name = nameOf(request.method, pathname + search);
    this.requests.push(name);
    const reply = this.#replies.get(name);
    if (reply) return reply(request);
    this.#unknown.push(name);
    throw new TypeError(`The test has no answer to ${name}`);
  };

  /** Throws when a request had no answer. */
  verify(): void {
    if (this.#unknown.length > 0) {
      throw new Error(`The page sent requests that the test does not answer: ${this.#unknown.join(', ')}`);
    }
  }
}
