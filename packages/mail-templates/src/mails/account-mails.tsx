import type * as events from '@kinmel/contracts';
import { type StaffRole, staffRoles } from '@kinmel/contracts/browser';
import { moment } from '../format/moment.ts';
import { accountAddress } from '../format/unconfirmed-text.ts';
import { factsMail } from '../layout/facts-mail.tsx';
import { Paragraph, SmallPrint, Steps } from '../layout/parts.tsx';
import type { MailSettings } from '../mail-settings.ts';
import type { FieldsOf } from '../mail-template.ts';
import { personSample } from '../sample-data.ts';

const roleLabel = (role: string): string => (role in staffRoles ? staffRoles[role as StaffRole].label : role);

type AccountField = 'fullName' | 'email';

const welcome = factsMail<FieldsOf<typeof events.userRegistered, AccountField>>({
  kind: 'confirmation',
  sample: personSample,
  variants: { WelcomeWithoutAPlainName: { fullName: 'Win at evil.example' } },
  subject: () => 'Welcome to Kinmel',
  preheader: () => 'Your account is ready.',
  title: () => 'Your account is ready',
  text: ({ email }) =>
    `You now have an account at Kinmel for ${accountAddress(email)}. It keeps your orders, the state of each delivery and your details for the next checkout.`,
  action: 'Go to the shop',
  href: (_, { shopUrl }) => `${shopUrl}/`,
  belowLink: (_, { contact }) => (
    <SmallPrint>
      You did not make this account? Somebody may have mistyped an address. Write to {contact.email} and we
      take it away.
    </SmallPrint>
  ),
});

/** The link by which a password is chosen. */
const passwordLinkParts = {
  kind: 'reset',
  href: ({ token }: { readonly token: string }, { shopUrl }: MailSettings) =>
    `${shopUrl}/resetpassword?token=${encodeURIComponent(token)}`,
  withAddress: true,
} as const;

const passwordReset = factsMail<
  FieldsOf<typeof events.passwordResetRequested, AccountField | 'expiresAt'> & { readonly token: string }
>({
  ...passwordLinkParts,
  sample: {
    ...personSample,
    token: 'Zk3s9bqW1uTt0m6v8yXcRf2aLq7dJhGpNe5oKiUxYBA',
    expiresAt: '2026-11-21T09:35:00.000Z',
  },
  subject: () => 'Reset your Kinmel password',
  preheader: () => 'The link works once and for a short time.',
  title: () => 'Choose a new password',
  text: ({ email, expiresAt }, { timeZone }) =>
    `Somebody asked for a new password for the account of ${accountAddress(email)}. If it was you, choose one here. The link works once, until ${moment(expiresAt, timeZone)}.`,
  action: 'Choose a new password',
  belowLink: () => (
    <SmallPrint>
      It was not you? Then do nothing: your password stays as it is, and nobody can use this link without this
      mail. Never pass it on.
    </SmallPrint>
  ),
});

const staffInvitation = factsMail<
  FieldsOf<typeof events.staffInvited, AccountField | 'expiresAt' | 'invitedBy' | 'roles'> & {
    readonly token: string;
  }
>({
  ...passwordLinkParts,
  sample: {
    ...personSample,
    token: 'Zk3s9bqW1uTt0m6v8yXcRf2aLq7dJhGpNe5oKiUxYBA',
    expiresAt: '2026-11-22T09:05:00.000Z',
    invitedBy: 'Sunita Gurung',
    roles: ['support', 'workshop'],
  },
  subject: () => 'You are invited to the staff of Kinmel',
  preheader: () => 'Choose a password within a day.',
  title: () => 'Welcome to the staff',
  text: ({ email, expiresAt }, { timeZone }) =>
    `You are invited to the back office of Kinmel, as ${accountAddress(email)}. Choose a password here to accept. The link works once, until ${moment(expiresAt, timeZone)}.`,
  facts: ({ invitedBy, roles }) => [
    ['Invited by', invitedBy],
    ['As', roles.map(roleLabel).join(', ')],
  ],
  action: 'Choose a password',
  belowLink: (_, { contact }) => (
    <SmallPrint>
      You did not expect this? Do nothing, and tell us at {contact.email}. Never pass the link on.
    </SmallPrint>
  ),
});

const causes = { changed: 'In the profile', reset: 'By a link that was mailed to this address' };

/** The link of warning mails. */
const warningParts = {
  kind: 'confirmation',
  action: 'Reset my password',
  href: (_: unknown, { shopUrl }: MailSettings) => `${shopUrl}/forgetpassword`,
} as const;

const passwordChanged = factsMail<
  FieldsOf<typeof events.passwordChanged, AccountField | 'cause' | 'changedAt'>
>({
  ...warningParts,
  sample: { ...personSample, cause: 'reset', changedAt: '2026-11-21T09:12:00.000Z' },
  variants: { PasswordChangedInProfile: { cause: 'changed' } },
  subject: () => 'Your Kinmel password was changed',
  preheader: () => 'All other devices are signed out. Was it you?',
  title: () => 'Your password was changed',
  text: () =>
    'The password of your account was changed, and all other devices were signed out. If it was you, there is nothing to do.',
  facts: ({ email, cause, changedAt }, { timeZone }) => [
    ['Account', accountAddress(email)],
    ['When', moment(changedAt, timeZone)],
    ['How', causes[cause]],
  ],
  advice: (_, { contact }) => (
    <Paragraph>
      It was not you? Choose a new password now, and write to {contact.email} if that does not work.
    </Paragraph>
  ),
});

const passkeyTexts: Readonly<Record<(typeof events.passkeyChanges)[number], readonly [string, string]>> = {
  added: ['A passkey was added', 'A passkey was added to your account. It signs in without your password.'],
  removed: ['A passkey was removed', 'A passkey was removed from your account and no longer signs in.'],
  'reset-by-staff': [
    'Your passkeys were removed',
    'An owner of the shop removed all passkeys and recovery codes of your account, and signed you out everywhere. Sign in with your password to add a new passkey.',
  ],
  'recovery-code-used': [
    'A recovery code was used',
    'Somebody signed in to your account with one of its recovery codes. That code no longer works.',
  ],
  'recovery-codes-renewed': [
    'Your recovery codes are new',
    'New recovery codes were made for your account. The earlier ones no longer work.',
  ],
};

const passkeysChanged = factsMail<
  FieldsOf<
    typeof events.passkeysChanged,
    AccountField | 'change' | 'passkey' | 'device' | 'address' | 'changedAt'
  >
>({
  ...warningParts,
  sample: {
    ...personSample,
    change: 'added',
    passkey: 'Phone',
    device: 'Chrome on Android',
    address: '203.0.113.24',
    changedAt: '2026-11-21T09:12:00.000Z',
  },
  variants: {
    PasskeyRemoved: { change: 'removed' },
    PasskeysResetByStaff: { change: 'reset-by-staff', passkey: '', device: '', address: '' },
    RecoveryCodeUsed: { change: 'recovery-code-used', passkey: '' },
    RecoveryCodesRenewed: { change: 'recovery-codes-renewed', passkey: '' },
  },
  subject: ({ change }) => `${passkeyTexts[change][0]} (Kinmel)`,
  preheader: () => 'Was it you? What to do if not.',
  title: ({ change }) => passkeyTexts[change][0],
  text: ({ change }) => `${passkeyTexts[change][1]} If you know about it, there is nothing to do.`,
  facts: ({ email, passkey, device, address, changedAt }, { timeZone }) => [
    ['Account', accountAddress(email)],
    ['Passkey', passkey],
    ['Device', device],
    ['Network address', address],
    ['When', moment(changedAt, timeZone)],
  ],
  advice: (_, { contact }) => (
    <Paragraph>
      It was not you? Choose a new password, then remove the passkeys that you do not know and make new
      recovery codes in your profile. Write to {contact.email} if that does not work.
    </Paragraph>
  ),
});

const sessionWarning = factsMail<
  FieldsOf<typeof events.sessionReuseDetected, AccountField | 'device' | 'address' | 'detectedAt'>
>({
  ...warningParts,
  sample: {
    ...personSample,
    device: 'Firefox on Windows',
    address: '203.0.113.24',
    detectedAt: '2026-11-21T09:12:00.000Z',
  },
  subject: () => 'We ended a session of your Kinmel account',
  preheader: () => 'Somebody else may have used it. What to do now.',
  title: () => 'We ended a session of your account',
  text: () =>
    'The same sign-in was used in two places. That can mean that somebody copied it from your device, so we ended this session everywhere.',
  tone: () => 'warning',
  facts: ({ email, device, address, detectedAt }, { timeZone }) => [
    ['Account', accountAddress(email)],
    ['Device', device || 'Not known'],
    ['Network address', address || 'Not known'],
    ['When', moment(detectedAt, timeZone)],
  ],
  advice: (_, { shopUrl }) => (
    <>
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
    </>
  ),
  belowLink: (_, { contact }) => (
    <SmallPrint>Questions? Write to {contact.email}. We never ask for your password.</SmallPrint>
  ),
});

const accountLocked = factsMail<
  FieldsOf<typeof events.accountLocked, AccountField | 'address' | 'lockedUntil'>
>({
  ...warningParts,
  sample: { ...personSample, address: '203.0.113.24', lockedUntil: '2026-11-21T09:27:00.000Z' },
  subject: () => 'Sign-in to your Kinmel account is paused',
  preheader: () => 'There were too many wrong passwords. Your password still works after the pause.',
  title: () => 'Sign-in is paused for some minutes',
  text: () =>
    'Somebody entered many wrong passwords for your account. Nobody can sign in with a password until the pause is over. Devices that are signed in stay so.',
  tone: () => 'note',
  facts: ({ email, address, lockedUntil }, { timeZone }) => [
    ['Account', accountAddress(email)],
    ['Network address', address || 'Not known'],
    ['Paused until', moment(lockedUntil, timeZone)],
  ],
  advice: () => (
    <Paragraph>
      It was you? Wait, then try again, or choose a new password. It was not you? Your password was not found
      out. If you use it elsewhere too, choose a new one.
    </Paragraph>
  ),
});

export const accountMails = {
  welcome: welcome,
  'password-reset': passwordReset,
  'staff-invitation': staffInvitation,
  'password-changed': passwordChanged,
  'passkeys-changed': passkeysChanged,
  'session-warning': sessionWarning,
  'account-locked': accountLocked,
};
