import { answerOf, backgroundHeader, getUser, userSchema } from '@kinmel/contracts';
import { type Identity, ProblemError, partUnavailable, type TokenVerifier } from '@kinmel/service-kit';
import type { Upstream } from '../upstreams/upstreams.ts';

const accountAnswer = answerOf(
  userSchema.pick({ role: true, staffRoles: true, fullName: true, provedAt: true }),
);

/**
 * Verifies a token and asks auth for its account with that same token, because the gateway has no service token. Auth
 * refuses it when the session has ended, and answers the current roles and name (decision 33).
 */
export function createLiveVerifier(verifier: TokenVerifier, auth: Upstream | undefined): TokenVerifier {
  return {
    async verify(token, isBackground = false): Promise<Identity> {
      const caller = await verifier.verify(token);
      if (!auth) throw partUnavailable(new Error('AUTH_URL is not set'));
      const path = getUser.path.replace('{id}', encodeURIComponent(caller.userId));
      const headers = {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        ...(isBackground && { [backgroundHeader]: '1' }),
      };
      const { status, body } = await auth
        .get(path, { deadlineMs: 1_000, headers })
        .catch((error: unknown) => {
          throw partUnavailable(error);
        });
      if (status === 401 || status === 404)
        throw new ProblemError('not-signed-in', 'Please sign in to continue.');
      if (status !== 200) throw partUnavailable(new Error(`auth answered ${status}`));
      const { role, staffRoles, fullName, provedAt } = accountAnswer.parse(
        JSON.parse(body.toString('utf8')),
      ).data;
      const proof = provedAt === undefined ? {} : { provedAt: new Date(provedAt) };
      return { ...caller, role, staffRoles, name: fullName, ...proof };
    },
  };
}
