import { FailureBoundary, Link, lazyPage, selectUser, useAppSelector } from '@kinmel/web-kit';
import { Suspense } from 'react';
import classes from '../header/header.module.css';

/** Only signed-in users load this code. */
export const SignedInLinks = lazyPage(
  () => import(/* webpackChunkName: "signed-in" */ './signed-in-links.tsx'),
);

const profile = <Link to="/profile">Profile</Link>;

/** Links to login and signup, or those of a signed-in user. */
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
