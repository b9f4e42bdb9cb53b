import { type Call, type Identity, ProblemError } from '@kinmel/service-kit';

/** The app has rejected callers without a token. */
export function signedIn(identity: Identity | undefined): Identity {
  if (identity === undefined) throw new ProblemError('not-signed-in', 'Please sign in to continue.');
  return identity;
}

/** Whom a change by staff is of. */
export const byStaff = ({
  identity,
  staff,
  traceparent,
}: Pick<Call<unknown, unknown, unknown>, 'identity' | 'staff' | 'traceparent'>) => ({
  adminId: signedIn(identity).userId,
  staff,
  traceparent,
});
