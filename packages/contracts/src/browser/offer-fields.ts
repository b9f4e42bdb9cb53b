/** A field of an offer that is one text or one day of the shop (`YYYY-MM-DD`). */
interface OfferText {
  readonly label: string;
  readonly kind: 'text' | 'long-text' | 'day';
  readonly maxLength: number;
  readonly isRequired?: boolean;
  readonly hint?: string;
  /** Where it stands in the form of the back office. */
  readonly section: 'Basic Information' | 'Discount Information' | 'Validity Period' | 'Product Details';
}

/**
 * The texts of an offer, in the order in which the form names missing ones. Schemas, store, answers, the form of the back office and the
 * reading of the shop's pages follow from a line here; a field that may be empty is empty in offers from before it.
 */
export const offerTexts = {
  title: { label: 'Title', kind: 'text', maxLength: 100, isRequired: true, section: 'Basic Information' },
  description: {
    label: 'Description',
    kind: 'long-text',
    maxLength: 500,
    isRequired: true,
    section: 'Basic Information',
  },
  discount: {
    label: 'Discount text',
    kind: 'text',
    maxLength: 60,
    isRequired: true,
    hint: 'As it is shown: "20% OFF".',
    section: 'Discount Information',
  },
  validFrom: {
    label: 'Valid From',
    kind: 'day',
    maxLength: 40,
    isRequired: true,
    section: 'Validity Period',
  },
  validUntil: {
    label: 'Valid Until',
    kind: 'day',
    maxLength: 40,
    isRequired: true,
    section: 'Validity Period',
  },
  category: {
    label: 'Category',
    kind: 'text',
    maxLength: 60,
    isRequired: true,
    section: 'Basic Information',
  },
  promoCode: {
    label: 'Promo code',
    kind: 'text',
    maxLength: 20,
    isRequired: true,
    hint: 'Made from the title until you change it.',
    section: 'Basic Information',
  },
} as const satisfies Record<string, OfferText>;

export type OfferTextName = keyof typeof offerTexts;
export type OfferTexts = Readonly<Record<OfferTextName, string>>;

/** The same with the fields that not every line of the table has. */
export const offerTextEntries: readonly (readonly [OfferTextName, OfferText])[] = Object.entries(
  offerTexts,
) as [OfferTextName, OfferText][];

export const emptyOfferTexts = Object.fromEntries(offerTextEntries.map(([name]) => [name, ''])) as OfferTexts;

/** What an offer says of the product that it sells, where it names none of the shop. */
export const offerDetailTexts = {
  name: { label: 'Product name', kind: 'text', maxLength: 120 },
  giftItem: { label: 'Gift item', kind: 'text', maxLength: 200 },
  description: { label: 'Product description', kind: 'long-text', maxLength: 1000 },
} as const satisfies Record<string, Pick<OfferText, 'label' | 'kind' | 'maxLength'>>;

export type OfferDetailName = keyof typeof offerDetailTexts;

export const offerDetailNames = Object.keys(offerDetailTexts) as OfferDetailName[];
