import { Button, Dialog } from '@kinmel/ui';
import { signedOut, useAppDispatch } from '@kinmel/web-kit';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';

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
