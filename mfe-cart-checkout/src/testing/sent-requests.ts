/** One request as it left the page. */
export interface SentRequest {
  readonly name: string;
  readonly body: string;
  readonly key: string | null;
}

/** Writes down what the page sends, on top of the test's network. Call it after the page was drawn. */
export function watchRequests(): SentRequest[] {
  const sent: SentRequest[] = [];
  const answer = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    sent.push({
      name: `${request.method} ${pathname}`,
      body: await request.clone().text(),
      key: request.headers.get('Idempotency-Key'),
    });
    return answer(request);
  };
  return sent;
}
