import { ActionLink, AddressInWords, Paragraph, SmallPrint, Title } from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';
import { type NewsletterFooterData, newsletterFooter } from './newsletter-footer.tsx';

export interface NewsletterConfirmData extends NewsletterFooterData {
  readonly confirmToken: string;
  readonly validHours: number;
}

export const newsletterConfirm = defineMail<NewsletterConfirmData>({
  kind: 'confirmation',
  sample: {
    confirmToken: '7d9f7b1e5a4b4c7e9a550c5c.1.Zk3s9bqW1uTt0m6v8yXcRf2aLq7dJhGp',
    unsubscribeToken: '7d9f7b1e5a4b4c7e9a550c5c.Lq7dJhGpZk3s9bqW1uTt0m6v8yXcRf2a',
    validHours: 48,
  },
  subject: () => 'Please confirm the Kinmel newsletter',
  preheader: () => 'One click, and the newsletter comes. Without it, nothing does.',
  body: ({ confirmToken, validHours }, { shopUrl }) => {
    const href = `${shopUrl}/newsletter?confirm=${encodeURIComponent(confirmToken)}`;
    return (
      <>
        <Title>Do you want our newsletter?</Title>
        <Paragraph>Hello,</Paragraph>
        <Paragraph>
          This address was entered for the newsletter of Kinmel, with new offers from time to time. We only
          send it if you say yes here, within {validHours} hours.
        </Paragraph>
        <ActionLink href={href}>Yes, send me the newsletter</ActionLink>
        <AddressInWords href={href} />
        <SmallPrint>It was not you? Then do nothing: we forget the address by ourselves.</SmallPrint>
      </>
    );
  },
  footer: newsletterFooter,
});
