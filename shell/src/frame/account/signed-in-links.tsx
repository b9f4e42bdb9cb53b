import { VisuallyHidden } from '@kinmel/ui';
import { Link, Widget } from '@kinmel/web-kit';
import UserRound from 'lucide-react/icons/user-round';
import headerClasses from '../header/header.module.css';
import classes from './signed-in-links.module.css';
import { useLogoutQuestion } from './use-logout-question.tsx';

/** Logout and the profile of a signed-in user, with the menu of mfe-account when it is loaded. */
export default function SignedInLinks() {
  const { ask, question } = useLogoutQuestion();
  const plainLink = (
    <Link to="/profile" className={headerClasses.iconLink}>
      <VisuallyHidden>Profile</VisuallyHidden>
      <UserRound size={22} />
    </Link>
  );
  return (
    <>
      <button type="button" onClick={ask}>
        Logout
      </button>
      <div className={`end ${classes.person}`}>
        <Widget
          name="mfe-account/account-menu"
          onLogout={ask}
          placeholder={plainLink}
          whenMissing="placeholder"
        />
      </div>
      {question}
    </>
  );
}
