import { createHash } from 'node:crypto';

/** A first-party cookie with a random value; it is set only while some remote has a canary, and says nothing else. */
export const visitorCookieName = 'kinmel-visitor';

/**
 * Whether this visitor is in the share that sees the canary. The same visitor stays in or out for as long as the
 * share does not shrink, and another remote draws another lot.
 */
export function isInCanary(visitor: string, remote: string, sharePercent: number): boolean {
  const lot = createHash('sha256').update(`${remote}\n${visitor}`).digest().readUInt32BE(0) / 0x1_0000_0000;
  return lot * 100 < sharePercent;
}

/** The value of a cookie, or undefined; the first one when a name is sent twice. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (!header?.includes(name)) return undefined;
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals !== -1 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}
