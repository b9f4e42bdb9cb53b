import { VisuallyHidden } from '@kinmel/ui';
import { Link, selectUser, useAppSelector } from '@kinmel/web-kit';
import UserRound from 'lucide-react/icons/user-round';
import classes from './header.module.css';
import { LogoutButton } from './logout-button.tsx';

/** "Login | Signup" (NAV-07), or the profile icon and Logout of who is signed in (NAV-05, NAV-06). */
export function AccountLinks() {
  const user = useAppSelector(selectUser);
  if (!user) {
    return (
      <div className={classes.account}>
        <Link to="/login">Login</Link>
        <span aria-hidden="true">|</span>
        <Link to="/signup">Signup</Link>
      </div>
    );
  }
  return (
    <div className={classes.account}>
      <LogoutButton className={classes.logout} />
      <Link to="/profile" className={classes.iconLink}>
        <VisuallyHidden>Profile</VisuallyHidden>
        <UserRound aria-hidden="true" />
      </Link>
    </div>
  );
}
