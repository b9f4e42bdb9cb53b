import { ActionLink, Paragraph, Title } from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';
import { type NewsletterFooterData, newsletterFooter } from './newsletter-footer.tsx';

export const newsletterWelcome = defineMail<NewsletterFooterData>({
  kind: 'service',
  sample: { unsubscribeToken: '7d9f7b1e5a4b4c7e9a550c5c.Lq7dJhGpZk3s9bqW1uTt0m6v8yXcRf2a' },
  subject: () => 'You get the Kinmel newsletter',
  preheader: () => 'New offers come to you from now on. It ends with one click.',
  body: (_data, { shopUrl }) => (
    <>
      <Title>You are on the list</Title>
      <Paragraph>Hello,</Paragraph>
      <Paragraph>
        From now on you hear of new offers by mail. What is on offer today stands in the shop. Every mail has
        a link at its end that ends the newsletter with one click.
      </Paragraph>
      <ActionLink href={`${shopUrl}/specialoffers`}>View Special Offers</ActionLink>
    </>
  ),
  footer: newsletterFooter,
});
