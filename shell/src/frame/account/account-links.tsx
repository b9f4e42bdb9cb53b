import { FailureBoundary, Link, lazyPage, selectUser, useAppSelector } from '@kinmel/web-kit';
import { Suspense } from 'react';
import classes from '../header/header.module.css';

/** Only for who is signed in: a visitor does not pay for it. */
export const SignedInLinks = lazyPage(
  () => import(/* webpackChunkName: "signed-in" */ './signed-in-links.tsx'),
);

const profile = <Link to="/profile">Profile</Link>;

/** "Login | Signup", or the links of who is signed in. */
export function AccountLinks() {
  const user = useAppSelector(selectUser);
  return (
    <div className={classes.account}>
      {user ? (
        <FailureBoundary fallback={() => profile}>
          <Suspense fallback={profile}>
            <SignedInLinks />
          </Suspense>
        </FailureBoundary>
      ) : (
        <>
          <Link to="/login">Login</Link>
          <span aria-hidden="true">|</span>
          <Link to="/signup">Signup</Link>
        </>
      )}
    </div>
  );
}
