import { ActionLink, AddressInWords, Paragraph, SmallPrint, Title } from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';
import { type NewsletterFooterData, newsletterFooter } from './newsletter-footer.tsx';

export interface NewsletterConfirmData extends NewsletterFooterData {
  readonly confirmToken: string;
  readonly validHours: number;
}

export const newsletterConfirm = defineMail<NewsletterConfirmData>({
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
