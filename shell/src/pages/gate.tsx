import { returnAddress, returnHere, selectIsSignedIn, useAppSelector } from '@kinmel/web-kit';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';

interface GateProps {
  requiresSignIn?: boolean | undefined;
  visitorsOnly?: boolean | undefined;
  children: ReactNode;
}

/**
 * Sends to /login who may not see a page yet (ROUTE-22, ROUTE-24), and away from /login and /signup who is signed in
 * (ROUTE-25, ROUTE-26): back to where a gate stopped them, else home (decision SIL-10). The page's code is not loaded.
 */
export function Gate({ requiresSignIn = false, visitorsOnly = false, children }: GateProps) {
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const location = useLocation();
  if (requiresSignIn && !isSignedIn) return <Navigate to="/login" replace state={returnHere(location)} />;
  if (visitorsOnly && isSignedIn) return <Navigate to={returnAddress(location.state)} replace />;
  return children;
}
