import type { exportUserData as exportUserDataEndpoint } from '@kinmel/contracts';
import type { ContentOf, Identity } from '@kinmel/service-kit';
import { userAnswer } from '../accounts/user.ts';
import type { AuthContext } from '../auth-context.ts';
import { listPasskeys } from '../passkeys/list-passkeys.ts';
import { sessionAnswer } from '../sessions/session.ts';
import { requireOwnAccount } from './own-account.ts';

/** The caller's data in auth, without hashes and tokens. */
export async function exportUserData(
  context: AuthContext,
  userId: string,
  identity: Identity,
): Promise<ContentOf<typeof exportUserDataEndpoint>> {
  const user = await requireOwnAccount(context, userId, identity);
  const [sessions, resetLinks, passkeys, signIns] = await Promise.all([
    context.sessions.listAll(user.id),
    context.users.resetLinks(user.id),
    listPasskeys(context, user.id),
    context.signIns.list(user.id, 1_000),
  ]);
  return {
    exportedAt: context.now().toISOString(),
    user: userAnswer(user),
    sessions: sessions.map((session) => ({
      ...sessionAnswer(session, identity.sessionId),
      endedAt: session.endedAt?.toISOString() ?? null,
    })),
    resetLinks: resetLinks.map(({ expiresAt, usedAt }) => ({
      expiresAt: expiresAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    passkeys,
    signIns,
  };
}
