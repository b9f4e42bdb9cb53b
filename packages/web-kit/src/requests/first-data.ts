let answers: Map<string, unknown> | undefined;

function readBlock(): Map<string, unknown> {
  if (typeof document === 'undefined') return new Map();
  const text = document.getElementById('kinmel-first-data')?.textContent;
  if (!text) return new Map();
  try {
    return new Map(Object.entries(JSON.parse(text) as Record<string, unknown>));
  } catch {
    return new Map();
  }
}

/**
 * The answer that the HTML carried for a request (`/api/products?limit=4`), once: a later request for the same
 * address goes to the network, so that what a shopper asks for again is fresh.
 */
export function takeFirstData(request: string): unknown {
  answers ??= readBlock();
  const answer = answers.get(request);
  answers.delete(request);
  return answer;
}

/** The answers of a rendering on a server, where there is no document to read them from. */
export function setFirstData(byRequest: Readonly<Record<string, unknown>>): void {
  answers = new Map(Object.entries(byRequest));
}

/** Reads the document's data block again at the next request. Only tests need it. */
export function forgetFirstData(): void {
  answers = undefined;
}
