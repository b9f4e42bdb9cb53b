import type * as events from '@kinmel/contracts';
import { amount } from '../format/amount.ts';
import { day } from '../format/moment.ts';
import { factsMail } from '../layout/facts-mail.tsx';
import { ActionLink, Facts, NotYou, Panel, Paragraph, Title, UnsubscribeNote } from '../layout/parts.tsx';
import { type MailSettings } from '../mail-settings.ts';
import { defineMail, type FieldsOf } from '../mail-template.ts';

/** Data of every newsletter mail. Subscriptions do not store a customer's name. */
interface NewsletterMailData {
  readonly customerName?: never;
  readonly unsubscribeToken: string;
}

const newsletterFooter = ({ unsubscribeToken }: NewsletterMailData, { shopUrl }: MailSettings) => (
  <UnsubscribeNote
    reason="You get this mail because this address was entered for the newsletter of Kinmel."
    linkText="Unsubscribe"
    href={`${shopUrl}/newsletter?unsubscribe=${encodeURIComponent(unsubscribeToken)}`}
  />
);

interface NewsletterConfirmData extends NewsletterMailData {
  readonly confirmToken: string;
  readonly validHours: number;
}

const newsletterConfirm = factsMail<NewsletterConfirmData>({
  kind: 'confirmation',
  sample: {
    confirmToken: '7d9f7b1e5a4b4c7e9a550c5c.1.Zk3s9bqW1uTt0m6v8yXcRf2aLq7dJhGp',
    unsubscribeToken: '7d9f7b1e5a4b4c7e9a550c5c.Lq7dJhGpZk3s9bqW1uTt0m6v8yXcRf2a',
    validHours: 48,
  },
  subject: () => 'Please confirm the Kinmel newsletter',
  preheader: () => 'One click, and the newsletter comes. Without it, nothing does.',
  title: () => 'Do you want our newsletter?',
  text: ({ validHours }) =>
    `This address was entered for the newsletter of Kinmel, with new offers from time to time. We only send it if you say yes here, within ${validHours} hours.`,
  action: 'Yes, send me the newsletter',
  href: ({ confirmToken }, { shopUrl }) =>
    `${shopUrl}/newsletter?confirm=${encodeURIComponent(confirmToken)}`,
  withAddress: true,
  belowLink: NotYou,
  footer: newsletterFooter,
});

const newsletterWelcome = factsMail<NewsletterMailData>({
  kind: 'service',
  sample: { unsubscribeToken: '7d9f7b1e5a4b4c7e9a550c5c.Lq7dJhGpZk3s9bqW1uTt0m6v8yXcRf2a' },
  subject: () => 'You get the Kinmel newsletter',
  preheader: () => 'New offers come to you from now on. It ends with one click.',
  title: () => 'You are on the list',
  text: () =>
    'From now on you hear of new offers by mail. What is on offer today stands in the shop. Every mail has a link at its end that ends the newsletter with one click.',
  action: 'View Special Offers',
  href: (_, { shopUrl }) => `${shopUrl}/specialoffers`,
  footer: newsletterFooter,
});

interface NewsletterOfferData
  extends NewsletterMailData,
    FieldsOf<
      typeof events.offerCreated,
      'title' | 'description' | 'productName' | 'promoCode' | 'validUntil'
    >,
    FieldsOf<typeof events.offerCreated, 'originalPriceInMinorUnits' | 'discountedPriceInMinorUnits'> {}

const amountOf = (price: number | null) => (price === null ? '' : amount(price));

const newsletterOffer = defineMail<NewsletterOfferData>({
  kind: 'news',
  sample: {
    title: 'Tihar: 10 % off iPhone 13 Pro',
    description: 'Ten percent less for the festival days, on every colour that we have.',
    productName: 'iPhone 13 Pro',
    originalPriceInMinorUnits: 9_150_000,
    discountedPriceInMinorUnits: 8_235_000,
    promoCode: 'TIHAR10',
    validUntil: '2026-11-30',
    unsubscribeToken: '7d9f7b1e5a4b4c7e9a550c5c.Lq7dJhGpZk3s9bqW1uTt0m6v8yXcRf2a',
  },
  subject: () => 'A new offer at Kinmel',
  preheader: ({ title, validUntil }) => `${title}, until ${day(validUntil)}.`,
  body: (offer, { shopUrl }) => (
    <>
      <Title>{offer.title}</Title>
      <Paragraph>{offer.description}</Paragraph>
      <Panel>
        <Facts
          facts={[
            ['Product', offer.productName],
            ['Price', amountOf(offer.discountedPriceInMinorUnits)],
            ['Before', amountOf(offer.originalPriceInMinorUnits)],
            ['Promo code', offer.promoCode],
            ['Until', day(offer.validUntil)],
          ]}
        />
      </Panel>
      <ActionLink href={`${shopUrl}/specialoffers`}>View Special Offers</ActionLink>
    </>
  ),
  footer: newsletterFooter,
});

export const newsletterMails = {
  'newsletter-confirm': newsletterConfirm,
  'newsletter-welcome': newsletterWelcome,
  'newsletter-offer': newsletterOffer,
};
