import { createHash } from 'node:crypto';

/** A first-party cookie with a random value, set only while a part has a canary or a version in its first hour. */
export const visitorCookieName = 'kinmel-visitor';

/** Whether this visitor gets the canary. Stable while the share does not shrink, and independent for each remote. */
export function isInCanary(visitor: string, remote: string, sharePercent: number): boolean {
  const fraction =
    createHash('sha256').update(`${remote}\n${visitor}`).digest().readUInt32BE(0) / 0x1_0000_0000;
  return fraction * 100 < sharePercent;
}

/**
 * A cookie of this host that scripts cannot read. With https its name has the prefix `__Host-`, so that no other host of
 * the domain can set it.
 */
export function hostCookie(name: string, isHttps: boolean) {
  const fullName = isHttps ? `__Host-${name}` : name;
  const set = (cookieName: string, value: string, seconds: number) =>
    `${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  return {
    /**
     * Also reads the name without prefix, which releases before ASVS 5.0 V3.3.3 was met set: browsers store it for half
     * a year.
     */
    read: (header: string | undefined) => cookieOf(header, fullName) ?? cookieOf(header, name),
    set: (value: string, seconds: number) => set(fullName, value, seconds),
    clear: () => [...new Set([fullName, name])].map((cookieName) => set(cookieName, '', 0)),
  };
}

/** The first value when the cookie is sent twice. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (!header?.includes(name)) return undefined;
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals !== -1 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}
