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
