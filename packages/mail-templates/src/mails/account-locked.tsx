import { moment } from '../format/moment.ts';
import { accountAddress, greeting } from '../format/unconfirmed-text.ts';
import { ActionLink, Facts, Panel, Paragraph, Title } from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';
import { personSample } from '../sample-data.ts';

export interface AccountLockedData {
  readonly fullName: string;
  readonly email: string;
  readonly address: string;
  readonly lockedUntil: string;
}

export const accountLocked = defineMail<AccountLockedData>({
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
