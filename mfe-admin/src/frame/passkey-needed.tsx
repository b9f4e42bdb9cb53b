import { ButtonLink } from '@kinmel/ui';
import { Link, usePageTitle } from '@kinmel/web-kit';
import classes from './access-denied.module.css';

/** Shown in place of every page until a person of the staff has a passkey, or has used it in this session. */
export function PasskeyNeededPage() {
  usePageTitle('Passkey needed');
  return (
    <div className={classes.place}>
      <h1 className={classes.title}>Add a passkey</h1>
      <p className="above-12">
        The back office of this shop opens only with a passkey: your finger, face or screen lock, or a
        security key. Add one in your profile and come back. If you have one, log out and sign in with it.
      </p>
      <ButtonLink as={Link} to="/profile#passkeys" className="above-20">
        Add a passkey
      </ButtonLink>
    </div>
  );
}
