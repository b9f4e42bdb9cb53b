import { toast, useHydrated } from '@kinmel/web-kit';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** CHKO-14, decision CONF-23. */
const loginAfterMs = 3000;

/** Where who was sent to /login comes back to (decision SIL-10). */
export const loginAddress = `/login?returnTo=${encodeURIComponent('/checkout')}`;

/** Says at once that a login is needed, and goes there three seconds later (CHKO-13, CHKO-14). */
export function useLoginGate(isSignedIn: boolean): void {
  const isHydrated = useHydrated();
  const navigate = useNavigate();
  const isClosed = isHydrated && !isSignedIn;
  useEffect(() => {
    if (!isClosed) return;
    toast.info('Please login to checkout!');
    const timer = setTimeout(() => void navigate(loginAddress), loginAfterMs);
    return () => clearTimeout(timer);
  }, [isClosed, navigate]);
}
