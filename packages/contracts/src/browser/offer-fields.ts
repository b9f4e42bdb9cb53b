/** A field of an offer that is a text or a date of the shop (`YYYY-MM-DD`). */
interface OfferText {
  readonly label: string;
  readonly kind: 'text' | 'long-text' | 'day';
  readonly maxLength: number;
  readonly isRequired?: boolean;
  readonly hint?: string;
  /** Section of the form of the back office. */
  readonly section: 'Basic Information' | 'Discount Information' | 'Validity Period' | 'Product Details';
}

/**
 * The text fields of an offer, in the order in which the form reports missing ones. Schemas, storage, answers, the form
 * and the pages derive from this table. A field without `isRequired` defaults to an empty text.
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

/** Adds the optional properties to each entry. */
export const offerTextEntries: readonly (readonly [OfferTextName, OfferText])[] = Object.entries(
  offerTexts,
) as [OfferTextName, OfferText][];

export const emptyOfferTexts = Object.fromEntries(offerTextEntries.map(([name]) => [name, ''])) as OfferTexts;

/** The details of an offered product that is not in the catalogue. */
export const offerDetailTexts = {
  name: { label: 'Product name', kind: 'text', maxLength: 120 },
  giftItem: { label: 'Gift item', kind: 'text', maxLength: 200 },
  description: { label: 'Product description', kind: 'long-text', maxLength: 1000 },
} as const satisfies Record<string, Pick<OfferText, 'label' | 'kind' | 'maxLength'>>;

export type OfferDetailName = keyof typeof offerDetailTexts;

export const offerDetailNames = Object.keys(offerDetailTexts) as OfferDetailName[];
