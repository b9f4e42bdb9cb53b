/**
 * The content of a JSON data block in the HTML (`<script type="application/json" id=…>`); undefined when missing or
 * broken.
 */
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

/** The answer in the HTML for a request (`/api/products?limit=4`), once: a repeated request goes to the network. */
export function takeFirstData(request: string): unknown {
  answers ??= new Map(Object.entries(readBlock('kinmel-first-data') ?? {}));
  const answer = answers.get(request);
  answers.delete(request);
  return answer;
}

/** Sets the answers for server rendering, where there is no document. */
export function setFirstData(byRequest: Readonly<Record<string, unknown>>): void {
  answers = new Map(Object.entries(byRequest));
}

/** Reads the document's data block again at the next request. For tests only. */
export function forgetFirstData(): void {
  answers = undefined;
}
