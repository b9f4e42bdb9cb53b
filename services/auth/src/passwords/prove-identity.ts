import type { BodyOf, proveIdentity as proveIdentityEndpoint } from '@kinmel/contracts';
import type { AuthContext } from '../auth-context.ts';
import { requireOwnPasskey } from '../passkeys/use-passkey.ts';
import { type Caller, requireOwnPage } from '../sessions/caller.ts';
import { requireLiveSession } from '../sessions/live-session.ts';
import { requireOwnPassword } from './verify-password.ts';

/**
 * AUTH-P7: stores that the password was entered in this session, or a passkey used (AUTH-W5). Rejects with `wrong-password`,
 * `passkey-refused` or 429.
 */
export async function proveIdentity(
  context: AuthContext,
  { password, credential }: BodyOf<typeof proveIdentityEndpoint>,
  caller: Caller<'customer'>,
): Promise<void> {
  requireOwnPage(caller);
  const { session } = await requireLiveSession(context, caller.identity);
  const { id: sessionId, userId } = session;
  if (credential) await requireOwnPasskey(context, { userId, sessionId }, credential, caller);
  else await requireOwnPassword(context, userId, password ?? '', caller);
  await context.sessions.prove(sessionId, context.now(), credential ? { withPasskey: true } : {});
}
