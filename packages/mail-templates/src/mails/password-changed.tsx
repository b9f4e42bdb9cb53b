import { moment } from '../format/moment.ts';
import { accountAddress, greeting } from '../format/unconfirmed-text.ts';
import { ActionLink, Facts, Panel, Paragraph, Title } from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';
import { personSample } from '../sample-data.ts';

export interface PasswordChangedData {
  readonly fullName: string;
  readonly email: string;
  readonly cause: 'changed' | 'reset';
  readonly changedAt: string;
}

const causes = { changed: 'In the profile', reset: 'By a link that was mailed to this address' };

export const passwordChanged = defineMail<PasswordChangedData>({
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
