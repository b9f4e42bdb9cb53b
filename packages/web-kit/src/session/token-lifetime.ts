export interface TokenTimes {
  /** When it was signed, in milliseconds of the server's clock. */
  readonly issuedAt: number;
  readonly lifetimeMs: number;
}

/**
 * The lifetime of an access token. Only the difference of its two times is used: the server's clock and this machine's
 * may differ. Undefined when it cannot be read; the session then renews on a 401 only.
 */
export function tokenTimes(token: string): TokenTimes | undefined {
  try {
    const claims = JSON.parse(
      atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')),
    ) as { iat?: unknown; exp?: unknown };
    const lifetimeMs = (Number(claims.exp) - Number(claims.iat)) * 1000;
    return lifetimeMs > 0 ? { issuedAt: Number(claims.iat) * 1000, lifetimeMs } : undefined;
  } catch {
    return undefined;
  }
}
