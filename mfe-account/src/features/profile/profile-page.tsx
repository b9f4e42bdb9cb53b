import { Button, ButtonLink, Container } from '@kinmel/ui';
import {
  findPage,
  Link,
  type SessionUser,
  selectUser,
  useAppSelector,
  usePageTitle,
  Widget,
} from '@kinmel/web-kit';
import Package from 'lucide-react/icons/package';
import { useEffect, useRef, useState } from 'react';
import { AboutYou } from './about-you.tsx';
import { ChangePasswordForm } from './access/change-password-form.tsx';
import { PasskeysSection } from './access/passkeys-section.tsx';
import { OwnProofDialog } from './access/proof-dialog.tsx';
import { SessionsSection } from './access/sessions-section.tsx';
import { SignInsSection } from './access/sign-ins-section.tsx';
import { CreditSection } from './credit/credit-section.tsx';
import { EditProfileForm } from './edit-profile-form.tsx';
import { OwnData } from './own-data/own-data.tsx';
import { AvatarPicker } from './picture/avatar-picker.tsx';
import { pictureHint, usernameOf } from './profile.rules.ts';
import { profileApi } from './profile-api.ts';
import classes from './profile-page.module.css';
import { ProfileSection } from './profile-section.tsx';
import { TimedMessage, useTimedMessage } from './timed-message.tsx';

/** `/profile`. The shell redirects visitors to /login. */
export default function ProfilePage() {
  usePageTitle('Profile');
  const user = useAppSelector(selectUser);
  // Between logout and redirect there is no user for a moment.
  return user ? <OwnProfile key={user.id} user={user} /> : null;
}

function OwnProfile({ user }: { user: SessionUser }) {
  const request = profileApi.useGetAccountQuery(user.id, { refetchOnMountOrArgChange: true });
  const { data: account, isFetching } = request;
  const [isEditing, setEditing] = useState(false);
  const { message, setMessage } = useTimedMessage();
  // Without a tracking page there are no requests to show.
  const hasRequests = findPage('/request-links/link') !== undefined;
  const header = useRef<HTMLDivElement>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  // When editing ends, the edit button gets the focus and the message is scrolled into view.
  useEffect(() => {
    if (wasEditing.current && !isEditing) {
      header.current?.scrollIntoView({ behavior: 'instant' });
      editButton.current?.focus({ preventScroll: true });
    }
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <Container className={classes.page}>
      <div ref={header} className={classes.who}>
        <AvatarPicker user={user} />
        <h1 className={`above-24 anywhere ${classes.name}`}>{user.name}</h1>
        <p className="quiet anywhere">{usernameOf(user.email)}</p>
        <p className="type-hint above-12">{pictureHint}</p>
        {isEditing ? null : (
          <>
            <div className={`stack gap-12 above-24 ${classes.buttons}`}>
              <Button
                ref={editButton}
                fullWidth
                disabled={!account || isFetching}
                onClick={() => setEditing(true)}
              >
                Edit Profile
              </Button>
              <ButtonLink as={Link} to="/orders" look="line" fullWidth>
                <Package />
                Your Orders
              </ButtonLink>
            </div>
            <nav className={`above-24 ${classes.links}`} aria-label="On this page">
              <Link to="/profile#about">About you</Link>
              {hasRequests ? <Link to="/profile#requests">Your requests</Link> : null}
              <Link to="/profile#credit">Shop credit</Link>
              <Link to="/profile#sessions">Your sessions</Link>
              <Link to="/profile#sign-ins">Recent sign-ins</Link>
              <Link to="/profile#passkeys">Passkeys</Link>
              <Link to="/profile#password">Password</Link>
              <Link to="/profile#data">Your data</Link>
            </nav>
          </>
        )}
      </div>
      {isEditing && account ? (
        <EditProfileForm
          id={user.id}
          account={account}
          onCancel={() => setEditing(false)}
          onSaved={() => {
            setEditing(false);
            setMessage({ tone: 'ok', text: 'Profile updated successfully!' });
          }}
        />
      ) : (
        <div className={classes.sections}>
          <ProfileSection id="about" title="About you">
            <TimedMessage message={message} position="over" />
            <AboutYou request={request} />
          </ProfileSection>
          {hasRequests ? (
            <ProfileSection
              id="requests"
              title="Your requests"
              lead="Phones that you sell, repairs, phone orders and returns."
            >
              <Widget name="mfe-services/own-requests" whenMissing="block" />
            </ProfileSection>
          ) : null}
          <CreditSection />
          <SessionsSection />
          <SignInsSection />
          <PasskeysSection />
          <OwnProofDialog />
          <ProfileSection
            id="password"
            title="Password"
            lead="A new password signs out all your other devices."
          >
            <ChangePasswordForm user={user} />
          </ProfileSection>
          <ProfileSection id="data" title="Your data">
            <OwnData user={user} />
          </ProfileSection>
        </div>
      )}
    </Container>
  );
}
