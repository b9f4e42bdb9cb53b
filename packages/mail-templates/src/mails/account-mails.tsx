import { moment } from '../format/moment.ts';
import { accountAddress, greeting } from '../format/unconfirmed-text.ts';
import {
  ActionLink,
  AddressInWords,
  Facts,
  Panel,
  Paragraph,
  SmallPrint,
  Steps,
  Title,
} from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';
import { personSample } from '../sample-data.ts';

interface WelcomeData {
  readonly fullName: string;
  readonly email: string;
}

const welcome = defineMail<WelcomeData>({
  kind: 'confirmation',
  sample: personSample,
  variants: { WelcomeWithoutAPlainName: { fullName: 'Win at evil.example' } },
  subject: () => 'Welcome to Kinmel',
  preheader: () => 'Your account is ready.',
  body: ({ fullName, email }, { shopUrl, contact }) => (
    <>
      <Title>Your account is ready</Title>
      <Paragraph>{greeting(fullName)}</Paragraph>
      <Paragraph>
        You now have an account at Kinmel for {accountAddress(email)}. It keeps your orders, the state of each
        delivery and your details for the next checkout.
      </Paragraph>
      <ActionLink href={`${shopUrl}/`}>Go to the shop</ActionLink>
      <SmallPrint>
        You did not make this account? Somebody may have mistyped an address. Write to {contact.email} and we
        take it away.
      </SmallPrint>
    </>
  ),
});

interface PasswordResetData {
  readonly fullName: string;
  readonly email: string;
  /** Plain-text secret; exists only while the mail is rendered. */
  readonly token: string;
  readonly expiresAt: string;
}

const passwordReset = defineMail<PasswordResetData>({
  kind: 'reset',
  sample: {
    ...personSample,
    token: 'Zk3s9bqW1uTt0m6v8yXcRf2aLq7dJhGpNe5oKiUxYBA',
    expiresAt: '2026-11-21T09:35:00.000Z',
  },
  subject: () => 'Reset your Kinmel password',
  preheader: () => 'The link works once and for a short time.',
  body: ({ fullName, email, token, expiresAt }, { shopUrl, timeZone }) => {
    const href = `${shopUrl}/resetpassword?token=${encodeURIComponent(token)}`;
    return (
      <>
        <Title>Choose a new password</Title>
        <Paragraph>{greeting(fullName)}</Paragraph>
        <Paragraph>
          Somebody asked for a new password for the account of {accountAddress(email)}. If it was you, choose
          one here. The link works once, until {moment(expiresAt, timeZone)}.
        </Paragraph>
        <ActionLink href={href}>Choose a new password</ActionLink>
        <AddressInWords href={href} />
        <SmallPrint>
          It was not you? Then do nothing: your password stays as it is, and nobody can use this link without
          this mail. Never pass it on.
        </SmallPrint>
      </>
    );
  },
});

interface PasswordChangedData {
  readonly fullName: string;
  readonly email: string;
  readonly cause: 'changed' | 'reset';
  readonly changedAt: string;
}

const causes = { changed: 'In the profile', reset: 'By a link that was mailed to this address' };

const passwordChanged = defineMail<PasswordChangedData>({
  kind: 'confirmation',
  sample: { ...personSample, cause: 'reset', changedAt: '2026-11-21T09:12:00.000Z' },
  variants: { PasswordChangedInProfile: { cause: 'changed' } },
  subject: () => 'Your Kinmel password was changed',
  preheader: () => 'All other devices are signed out. Was it you?',
  body: ({ fullName, email, cause, changedAt }, { shopUrl, timeZone, contact }) => (
    <>
      <Title>Your password was changed</Title>
      <Paragraph>{greeting(fullName)}</Paragraph>
      <Paragraph>
        The password of your account was changed, and all other devices were signed out. If it was you, there
        is nothing to do.
      </Paragraph>
      <Panel>
        <Facts
          facts={[
            ['Account', accountAddress(email)],
            ['When', moment(changedAt, timeZone)],
            ['How', causes[cause]],
          ]}
        />
      </Panel>
      <Paragraph>
        It was not you? Choose a new password now, and write to {contact.email} if that does not work.
      </Paragraph>
      <ActionLink href={`${shopUrl}/forgetpassword`}>Reset my password</ActionLink>
    </>
  ),
});

interface SessionWarningData {
  readonly fullName: string;
  readonly email: string;
  readonly device: string;
  /** IP address; empty when unknown. */
  readonly address: string;
  readonly detectedAt: string;
}

const sessionWarning = defineMail<SessionWarningData>({
  kind: 'confirmation',
  sample: {
    ...personSample,
    device: 'Firefox on Windows',
    address: '203.0.113.24',
    detectedAt: '2026-11-21T09:12:00.000Z',
  },
  subject: () => 'We ended a session of your Kinmel account',
  preheader: () => 'Somebody else may have used it. What to do now.',
  body: ({ fullName, email, device, address, detectedAt }, { shopUrl, timeZone, contact }) => (
    <>
      <Title>We ended a session of your account</Title>
      <Paragraph>{greeting(fullName)}</Paragraph>
      <Paragraph>
        The same sign-in was used in two places. That can mean that somebody copied it from your device, so we
        ended this session everywhere.
      </Paragraph>
      <Panel ground="warning">
        <Facts
          facts={[
            ['Account', accountAddress(email)],
            ['Device', device === '' ? 'Not known' : device],
            ['Network address', address === '' ? 'Not known' : address],
            ['When', moment(detectedAt, timeZone)],
          ]}
        />
      </Panel>
      <Paragraph>What to do now:</Paragraph>
      <Steps
        steps={[
          'Choose a new password. That signs out every device.',
          <>
            Sign in, look at your sessions and end what you do not know:{' '}
            <a href={`${shopUrl}/profile`} style={{ color: 'inherit' }}>
              your profile
            </a>
          </>,
          'If the device is shared or you do not trust it any more, do not sign in there again.',
        ]}
      />
      <ActionLink href={`${shopUrl}/forgetpassword`}>Reset my password</ActionLink>
      <SmallPrint>Questions? Write to {contact.email}. We never ask for your password.</SmallPrint>
    </>
  ),
});

interface AccountLockedData {
  readonly fullName: string;
  readonly email: string;
  readonly address: string;
  readonly lockedUntil: string;
}

const accountLocked = defineMail<AccountLockedData>({
  kind: 'confirmation',
  sample: { ...personSample, address: '203.0.113.24', lockedUntil: '2026-11-21T09:27:00.000Z' },
  subject: () => 'Sign-in to your Kinmel account is paused',
  preheader: () => 'There were too many wrong passwords. Your password still works after the pause.',
  body: ({ fullName, email, address, lockedUntil }, { shopUrl, timeZone }) => (
    <>
      <Title>Sign-in is paused for some minutes</Title>
      <Paragraph>{greeting(fullName)}</Paragraph>
      <Paragraph>
        Somebody entered many wrong passwords for your account. Nobody can sign in with a password until the
        pause is over. Devices that are signed in stay so.
      </Paragraph>
      <Panel ground="note">
        <Facts
          facts={[
            ['Account', accountAddress(email)],
            ['Network address', address === '' ? 'Not known' : address],
            ['Paused until', moment(lockedUntil, timeZone)],
          ]}
        />
      </Panel>
      <Paragraph>
        It was you? Wait, then try again, or choose a new password. It was not you? Your password was not
        found out. If you use it elsewhere too, choose a new one.
      </Paragraph>
      <ActionLink href={`${shopUrl}/forgetpassword`}>Reset my password</ActionLink>
    </>
  ),
});

export const accountMails = {
  welcome: welcome,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'session-warning': sessionWarning,
  'account-locked': accountLocked,
};
