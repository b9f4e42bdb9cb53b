/**
 * Runs what asks the shop's services, with these answers by path and query, so that a store is filled before a
 * drawing. A request without an answer is refused as a service that is down would do.
 */
export async function answering(
  answers: Readonly<Record<string, unknown>>,
  run: () => unknown,
): Promise<void> {
  const { fetch } = globalThis;
  const origin = 'http://shop.test';
  // A server has no location; the transport needs one to make whole addresses.
  Object.defineProperty(globalThis, 'location', { configurable: true, value: new URL(origin) });
  globalThis.fetch = async (input) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const answer = answers[url.pathname + url.search];
    return answer === undefined ? new Response('{}', { status: 503 }) : Response.json(answer);
  };
  try {
    await run();
  } finally {
    globalThis.fetch = fetch;
    Reflect.deleteProperty(globalThis, 'location');
  }
}
