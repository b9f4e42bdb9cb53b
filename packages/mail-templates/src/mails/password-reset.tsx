import { moment } from '../format/moment.ts';
import { accountAddress, greeting } from '../format/unconfirmed-text.ts';
import { ActionLink, AddressInWords, Paragraph, SmallPrint, Title } from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';
import { personSample } from '../sample-data.ts';

export interface PasswordResetData {
  readonly fullName: string;
  readonly email: string;
  /** A secret in clear: it exists only while the mail is drawn. */
  readonly token: string;
  readonly expiresAt: string;
}

export const passwordReset = defineMail<PasswordResetData>({
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
