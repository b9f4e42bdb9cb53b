import { FailureBoundary, lazyPage, signedOut, toast, useAppDispatch } from '@kinmel/web-kit';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { LogoutDialogProps } from './logout-dialog.tsx';

const LogoutDialog = lazyPage<LogoutDialogProps>(
  () => import(/* webpackChunkName: "logout" */ './logout-dialog.tsx'),
);

/** Logs out after a question (NAV-06, NAV-27 to NAV-29). */
export function LogoutButton({ className }: { className?: string }) {
  const [isAsked, setAsked] = useState(false);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const logout = () => {
    setAsked(false);
    dispatch(signedOut());
    void navigate('/login');
  };
  return (
    <>
      <button type="button" className={className} onClick={() => setAsked(true)}>
        Logout
      </button>
      {isAsked ? (
        <FailureBoundary
          onError={() => {
            setAsked(false);
            toast.error('The question could not be loaded. Please try again.');
          }}
          fallback={() => null}
        >
          <Suspense fallback={null}>
            <LogoutDialog isOpen onCancel={() => setAsked(false)} onConfirm={logout} />
          </Suspense>
        </FailureBoundary>
      ) : null}
    </>
  );
}
