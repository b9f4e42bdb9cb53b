/**
 * Runs requests against these answers by path and query, to fill a store before rendering. Other requests fail as if
 * the service were down.
 */
export async function answering(
  answers: Readonly<Record<string, unknown>>,
  run: () => unknown,
): Promise<void> {
  const { fetch } = globalThis;
  const origin = 'http://shop.test';
  // The transport needs a location for absolute URLs.
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
