import { randomBytes } from 'node:crypto';

const wellFormed = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Continues the trace of a caller under a span of our own (W3C Trace Context, version 00), or starts a trace when
 * the header is missing or malformed. The result goes into every event and call that the request causes.
 */
export function continueTrace(incoming?: string): string {
  const span = randomBytes(8).toString('hex');
  if (incoming !== undefined && wellFormed.test(incoming)) {
    return `${incoming.slice(0, 36)}${span}${incoming.slice(52)}`;
  }
  return `00-${randomBytes(16).toString('hex')}-${span}-01`;
}

/** The 32 hexadecimal characters that all log lines of one story share; undefined for a malformed header. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return traceparent !== undefined && wellFormed.test(traceparent) ? traceparent.slice(3, 35) : undefined;
}
