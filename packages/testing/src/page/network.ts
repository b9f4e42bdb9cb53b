/** Makes the answer to one request; called for every request anew, with that request. */
export type Reply = (request: Request) => Response | Promise<Response>;

/** An answer in JSON. */
export const json =
  (value: unknown, status = 200): Reply =>
  () =>
    Response.json(value, { status });

/** An answer that notes what was sent, for what a test wants to know of it. */
export function noting(reply: Reply): { reply: Reply; bodies: unknown[] } {
  const bodies: unknown[] = [];
  return {
    bodies,
    reply: async (request) => {
      bodies.push(await request.json());
      return reply(request);
    },
  };
}

/** A refusal in the shop's one shape. */
export const problem = (status: number, code: string, message: string): Reply =>
  json({ success: false, message, error: message, code }, status);

/** No answer at all: the connection fails. */
export const down: Reply = () => Promise.reject(new TypeError('Failed to fetch'));

/** An answer that comes when `release` is called, for what a page shows meanwhile. */
export function held(reply: Reply): { reply: Reply; release: () => void } {
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

/** What a test's network knows: `GET /api/policy` or, for a GET, the address alone; the query is part of it. */
export type Answers = Readonly<Record<string, Reply | object>>;

const nameOf = (method: string, address: string) => `${method} ${address}`;
const isReply = (answer: Reply | object): answer is Reply => typeof answer === 'function';

/**
 * The network of a test. It knows the requests that it was told; any other fails the test by name, so that a page
 * cannot ask for more than was thought of.
 */
export class TestNetwork {
  /** Every request so far, as `GET /api/policy`. */
  readonly requests: string[] = [];
  readonly #unknown: string[] = [];
  readonly #replies = new Map<string, Reply>();

  constructor(answers: Answers = {}) {
    this.answer(answers);
  }

  /** Adds answers, or takes the place of those that were there. A plain object is answered as JSON. */
  answer(answers: Answers): void {
    for (const [name, answer] of Object.entries(answers)) {
      this.#replies.set(
        name.includes(' ') ? name : nameOf('GET', name),
        isReply(answer) ? answer : json(answer),
      );
    }
  }

  /** How often a request was made. */
  count(name: string): number {
    const full = name.includes(' ') ? name : nameOf('GET', name);
    return this.requests.filter((request) => request === full).length;
  }

  /** Stands in for the platform's `fetch`. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    const name = nameOf(request.method, pathname + search);
    this.requests.push(name);
    const reply = this.#replies.get(name);
    if (reply) return reply(request);
    this.#unknown.push(name);
    throw new TypeError(`This test's network does not know ${name}`);
  };

  /** Throws when something was asked for that nobody thought of. */
  verify(): void {
    if (this.#unknown.length > 0) {
      throw new Error(`The page asked for what the test does not know: ${this.#unknown.join(', ')}`);
    }
  }
}
