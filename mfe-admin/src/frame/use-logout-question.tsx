import { Button, Dialog } from '@kinmel/ui';
import { leaveSession } from '@kinmel/web-kit';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';

/** Logs out after the same question as in the shop: what opens it, and the place where it stands. */
export function useLogoutQuestion(): { ask: () => void; question: ReactNode } {
  const [isAsked, setAsked] = useState(false);
  const navigate = useNavigate();
  const logout = () => {
    // The gate of the page reacts first, or its way back would stay behind: who logs out starts anew.
    flushSync(() => {
      setAsked(false);
      void leaveSession();
    });
    void navigate('/login');
  };
  const close = () => setAsked(false);
  return {
    ask: () => setAsked(true),
    question: (
      <Dialog
        open={isAsked}
        onClose={close}
        title="Logout"
        actions={
          <>
            <Button look="line" onClick={close}>
              Cancel
            </Button>
            <Button onClick={logout}>Logout</Button>
          </>
        }
      >
        <p>Are you sure you want to logout? You will need to sign in again to access your account.</p>
      </Dialog>
    ),
  };
}
