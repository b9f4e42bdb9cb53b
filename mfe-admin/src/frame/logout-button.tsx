import { Button, Dialog } from '@kinmel/ui';
import { leaveSession } from '@kinmel/web-kit';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import classes from './admin-frame.module.css';

/** Logs out after the same question as in the shop (NAV-27). */
export function LogoutButton() {
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
  return (
    <>
      <button type="button" className={classes.logout} onClick={() => setAsked(true)}>
        Logout
      </button>
      <Dialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title="Logout"
        actions={
          <>
            <Button look="line" onClick={() => setAsked(false)}>
              Cancel
            </Button>
            <Button onClick={logout}>Logout</Button>
          </>
        }
      >
        <p>Are you sure you want to logout? You will need to sign in again to access your account.</p>
      </Dialog>
    </>
  );
}
