import { Button, EmptyState } from '@kinmel/ui';
import { leaveSession, returnHere, selectSession, useAppSelector, usePageTitle } from '@kinmel/web-kit';
import Lock from 'lucide-react/icons/lock';
import { useLocation, useNavigate } from 'react-router-dom';
import classes from './access-denied.module.css';

/**
 * Shown without a token, or when the server refuses the role. The shell shows the same panel to users who are not
 * admins.
 */
export function AccessDenied() {
  const { user, token } = useAppSelector(selectSession);
  const location = useLocation();
  const navigate = useNavigate();
  usePageTitle('Access Denied');
  const goToLogin = () => {
    const state = returnHere(location);
    // /login redirects signed-in users.
    void leaveSession();
    void navigate('/login', { state });
  };
  return (
    <div className={classes.place}>
      <h1 className={classes.title}>Access Denied</h1>
      <EmptyState
        icon={<Lock />}
        text="The back office is not open to this account."
        detail={
          <dl className={classes.facts}>
            <div>
              <dt>Token present</dt>
              <dd>{token ? 'Yes' : 'No'}</dd>
            </div>
            <div>
              <dt>Role</dt>
              <dd>{user?.role ?? 'none'}</dd>
            </div>
            <div>
              <dt>Email</dt>
              <dd>{user?.email ?? 'none'}</dd>
            </div>
          </dl>
        }
        actions={<Button onClick={goToLogin}>Go to Login</Button>}
      />
    </div>
  );
}
