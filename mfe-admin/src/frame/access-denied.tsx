import { AccessDenied } from '@kinmel/ui';
import { leaveSession, returnHere, selectSession, useAppSelector, usePageTitle } from '@kinmel/web-kit';
import { useLocation, useNavigate } from 'react-router-dom';
import classes from './access-denied.module.css';

/**
 * Shown without a token, or when the server refuses the role. The shell shows the same panel to users who are not
 * admins.
 */
export function AccessDeniedPage() {
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
      <AccessDenied hasToken={Boolean(token)} user={user} onLogin={goToLogin} />
    </div>
  );
}
