import { returnHere } from '@kinmel/web-kit';
import { onSessionLost } from '@kinmel/web-kit/host';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Goes to /login when a request was refused and the session could not be renewed, and back after it. */
export function useLoginWhenLost(): void {
  const navigate = useNavigate();
  const location = useLocation();
  useEffect(
    () =>
      onSessionLost(() => {
        if (location.pathname !== '/login') void navigate('/login', { state: returnHere(location) });
      }),
    [navigate, location],
  );
}
