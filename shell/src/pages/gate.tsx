import { returnAddress, returnHere, selectIsSignedIn, useAppSelector, useHydrated } from '@kinmel/web-kit';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';

interface GateProps {
  requiresSignIn?: boolean | undefined;
  visitorsOnly?: boolean | undefined;
  /** Server-rendered for a protected page, until the user is known. */
  placeholder: ReactNode;
  children: ReactNode;
}

/**
 * Redirects to /login from protected pages, and away from /login and /signup when signed in: to the page that required
 * it, or home. The page's code is not loaded.
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
