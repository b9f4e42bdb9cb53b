/** What a visitor's request may hold and no log line may. */
export const plantedSecrets = {
  password: 'planted-password-Tr0ub4dor',
  token: 'planted-token-eyJhbGciOiJFUzI1NiJ9.c2VjcmV0.c2lnbmF0dXJl',
  refreshToken: 'planted-refresh-9f8e7d6c5b4a',
  cookie: 'planted-cookie-0a1b2c3d4e5f',
  trackingToken: 'bplanted-tracking-0123456789abcdefghijklmnop',
} as const;
