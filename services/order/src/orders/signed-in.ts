import { type Identity, ProblemError } from '@kinmel/service-kit';

/** The caller of an endpoint that is for customers or admins: the app lets nobody else in. */
export function signedIn(identity: Identity | undefined): Identity {
  if (identity === undefined) throw new ProblemError('not-signed-in', 'Please sign in to continue.');
  return identity;
}
