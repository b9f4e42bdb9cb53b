/** A request sent by the page. */
export interface SentRequest {
  readonly name: string;
  readonly body: string;
  readonly key: string | null;
}

/** Records the requests of the page, wrapping the test's network. Call it after rendering. */
export function watchRequests(): SentRequest[] {
  const requests: SentRequest[] = [];
  const answer = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    requests.push({
      name: `${request.method} ${pathname}`,
      body: await request.clone().text(),
      key: request.headers.get('Idempotency-Key'),
    });
    return answer(request);
  };
  return requests;
}
