import { amount } from '../format/amount.ts';
import { day } from '../format/moment.ts';
import { ActionLink, Facts, Panel, Paragraph, Title } from '../layout/parts.tsx';
import { defineMail } from '../mail-template.ts';
import { type NewsletterFooterData, newsletterFooter } from './newsletter-footer.tsx';

export interface NewsletterOfferData extends NewsletterFooterData {
  readonly title: string;
  readonly description: string;
  readonly productName: string;
  readonly originalPriceInMinorUnits: number | null;
  readonly discountedPriceInMinorUnits: number | null;
  readonly promoCode: string;
  /** Last day, `YYYY-MM-DD`. */
  readonly validUntil: string;
}

export const newsletterOffer = defineMail<NewsletterOfferData>({
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
            ...(offer.productName === '' ? [] : [['Product', offer.productName] as const]),
            ...(offer.discountedPriceInMinorUnits === null
              ? []
              : [['Price', amount(offer.discountedPriceInMinorUnits)] as const]),
            ...(offer.originalPriceInMinorUnits === null
              ? []
              : [['Before', amount(offer.originalPriceInMinorUnits)] as const]),
            ...(offer.promoCode === '' ? [] : [['Promo code', offer.promoCode] as const]),
            ['Until', day(offer.validUntil)],
          ]}
        />
      </Panel>
      <ActionLink href={`${shopUrl}/specialoffers`}>View Special Offers</ActionLink>
    </>
  ),
  footer: newsletterFooter,
});
