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
