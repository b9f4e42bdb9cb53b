import type { Identity } from '@kinmel/service-kit';

/** Tokens of the explorer only name the person, without a signature. */
export const tokenOf = (role: 'admin' | 'user', userId: string): string => `${role}.${userId}`;

/** The e-mail address of an account; orders use other addresses. */
export const accountEmailOf = (userId: string) => `${userId}@example.com`;

export function identityOf(token: string): Identity {
  const [role, userId = ''] = token.split('.');
  const name = `Person ${userId.slice(-2)}`;
  return {
    userId,
    role: role === 'admin' ? 'admin' : 'user',
    staffRoles: ['owner'],
    sessionId: `session-${userId}`,
    name,
    email: accountEmailOf(userId),
  };
}
