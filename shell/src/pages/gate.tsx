import { returnAddress, returnHere, selectIsSignedIn, useAppSelector, useHydrated } from '@kinmel/web-kit';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';

interface GateProps {
  requiresSignIn?: boolean | undefined;
  visitorsOnly?: boolean | undefined;
  /** Stands in the HTML of a page behind the gate, until it is known who looks. */
  placeholder: ReactNode;
  children: ReactNode;
}

/**
 * Sends to /login who may not see a page yet, and away from /login and /signup who is signed in
 *: back to where a gate stopped them, else home. The page's code is not loaded.
 */
export function Gate({ requiresSignIn = false, visitorsOnly = false, placeholder, children }: GateProps) {
  const isHydrated = useHydrated();
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const location = useLocation();
  if (requiresSignIn && !isHydrated) return placeholder;
  if (requiresSignIn && !isSignedIn) return <Navigate to="/login" replace state={returnHere(location)} />;
  if (visitorsOnly && isSignedIn) return <Navigate to={returnAddress(location.state)} replace />;
  return children;
}
