import { randomUUID } from 'node:crypto';

const validTraceparent = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Continues the caller's trace with a new span (W3C Trace Context, version 00), or starts a trace for a missing or
 * malformed header. The result is passed to every event and call of the request.
 */
export function continueTrace(incoming?: string): string {
  const span = randomHex().slice(16);
  if (incoming !== undefined && validTraceparent.test(incoming)) {
    return `${incoming.slice(0, 36)}${span}${incoming.slice(52)}`;
  }
  return `00-${randomHex()}-${span}-01`;
}

/** The trace id (32 hexadecimal characters); undefined for a malformed header. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent !== undefined && validTraceparent.test(traceparent)
    ? traceparent.slice(3, 35)
    : undefined;
}

/** Node caches random bytes for UUIDs, which is far cheaper than `randomBytes`. */
function randomHex(): string {
  return randomUUID().replaceAll('-', '');
}
