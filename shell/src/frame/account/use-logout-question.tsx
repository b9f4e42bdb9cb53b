import { FailureBoundary, lazyPage, leaveSession, toast } from '@kinmel/web-kit';
import { type ReactNode, Suspense, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import type { LogoutDialogProps } from './logout-dialog.tsx';

const LogoutDialog = lazyPage<LogoutDialogProps>(
  () => import(/* webpackChunkName: "logout" */ './logout-dialog.tsx'),
);

/** Logs out after a confirmation: the function that opens the dialog, and the dialog. */
export function useLogoutQuestion(): { ask: () => void; question: ReactNode } {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const logout = () => {
    // The page's redirect must happen first, or its return URL would remain, and a new login must start at home.
    flushSync(() => {
      setAsked(false);
      void leaveSession();
    });
    void navigate('/login');
  };
  return {
    ask: () => setAsked(true),
    question: isAsked ? (
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
    ) : null,
  };
}
