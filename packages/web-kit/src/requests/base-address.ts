/**
 * Where every call goes: what the gateway has written into the HTML, else the page's own origin. Read at call
 * time: during server drawing there is no page.
 */
export const baseAddress = (): string =>
  globalThis.document?.documentElement.dataset.api ?? globalThis.location?.origin ?? '';
