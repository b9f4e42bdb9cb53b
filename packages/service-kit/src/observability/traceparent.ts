import { randomUUID } from 'node:crypto';

const wellFormed = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Continues the trace of a caller under a span of our own (W3C Trace Context, version 00), or starts a trace when
 * the header is missing or malformed. The result goes into every event and call that the request causes.
 */
export function continueTrace(incoming?: string): string {
  const span = randomHex().slice(16);
  if (incoming !== undefined && wellFormed.test(incoming)) {
    return `${incoming.slice(0, 36)}${span}${incoming.slice(52)}`;
  }
  return `00-${randomHex()}-${span}-01`;
}

/** The 32 hexadecimal characters that all log lines of one story share; undefined for a malformed header. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent !== undefined && wellFormed.test(traceparent) ? traceparent.slice(3, 35) : undefined;
}

/** 32 characters. Node keeps random bytes for UUIDs in stock, which makes this far cheaper than asking for bytes each time. */
function randomHex(): string {
  return randomUUID().replaceAll('-', '');
}
