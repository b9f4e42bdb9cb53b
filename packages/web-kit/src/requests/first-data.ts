/** The content of a JSON data block of the HTML (`<script type="application/json" id=…>`); undefined when absent or broken. */
export function readBlock(id: string): unknown {
  const text = globalThis.document?.getElementById(id)?.textContent;
  if (!text) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

let answers: Map<string, unknown> | undefined;

/**
 * The answer that the HTML carried for a request (`/api/products?limit=4`), once: a later request for the same
 * address goes to the network, so that what a shopper asks for again is fresh.
 */
export function takeFirstData(request: string): unknown {
  answers ??= new Map(Object.entries(readBlock('kinmel-first-data') ?? {}));
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
