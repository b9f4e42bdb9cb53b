import { moment } from '../format/moment.ts';
import { accountAddress, greeting } from '../format/unconfirmed-text.ts';
import { ActionLink, Facts, Panel, Paragraph, SmallPrint, Steps, Title } from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';
import { personSample } from '../sample-data.ts';

export interface SessionWarningData {
  readonly fullName: string;
  readonly email: string;
  readonly device: string;
  /** Network address, as far as it is known. */
  readonly address: string;
  readonly detectedAt: string;
}

export const sessionWarning = defineMail<SessionWarningData>({
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
