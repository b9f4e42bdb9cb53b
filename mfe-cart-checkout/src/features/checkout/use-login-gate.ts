import { returnHere, toast, useHydrated } from '@kinmel/web-kit';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

const loginAfterMs = 3000;

/** Shows that a login is required, opens it three seconds later, and returns from it. */
export function useLoginGate(isSignedIn: boolean): void {
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const isClosed = isHydrated && !isSignedIn;
  useEffect(() => {
    if (!isClosed) return;
    toast.info('Please login to checkout!');
    const timer = setTimeout(
      // The router's location has only the parameters that the page reads; the return URL needs all.
      () => void navigate('/login', { state: returnHere(window.location) }),
      loginAfterMs,
    );
    return () => clearTimeout(timer);
  }, [isClosed, navigate]);
}
