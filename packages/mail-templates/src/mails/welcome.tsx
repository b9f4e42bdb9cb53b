import { accountAddress, greeting } from '../format/unconfirmed-text.ts';
import { ActionLink, Paragraph, SmallPrint, Title } from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';
import { personSample } from '../sample-data.ts';

export interface WelcomeData {
  readonly fullName: string;
  readonly email: string;
}

export const welcome = defineMail<WelcomeData>({
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
