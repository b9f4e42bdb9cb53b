import { VisuallyHidden } from '@kinmel/ui';
import { Link, selectUser, useAppSelector, Widget } from '@kinmel/web-kit';
import UserRound from 'lucide-react/icons/user-round';
import classes from './header.module.css';
import { useLogoutQuestion } from './use-logout-question.tsx';

/** "Login | Signup" (NAV-07), or Logout and the profile of who is signed in, with the menu of mfe-account (NAV-05, NAV-06). */
export function AccountLinks() {
  const user = useAppSelector(selectUser);
  const { ask, question } = useLogoutQuestion();
  if (!user) {
    return (
      <div className={classes.account}>
        <Link to="/login">Login</Link>
        <span aria-hidden="true">|</span>
        <Link to="/signup">Signup</Link>
      </div>
    );
  }
  const plainLink = (
    <Link to="/profile" className={classes.iconLink}>
      <VisuallyHidden>Profile</VisuallyHidden>
      <UserRound aria-hidden="true" />
    </Link>
  );
  return (
    <div className={classes.account}>
      <button type="button" className={classes.logout} onClick={ask}>
        Logout
      </button>
      <div className={classes.person}>
        <Widget
          name="mfe-account/account-menu"
          onLogout={ask}
          placeholder={plainLink}
          whenMissing="placeholder"
        />
      </div>
      {question}
    </div>
  );
}
