import { returnHere } from '@kinmel/web-kit';
import { onSessionLost } from '@kinmel/web-kit/host';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** Opens /login when a request was refused and the session could not be renewed, with a return URL. */
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
