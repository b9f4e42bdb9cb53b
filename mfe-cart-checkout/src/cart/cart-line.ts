/** The offer that a line was added with. */
export interface LineOffer {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Display text: "12% OFF". */
  readonly discount: string;
  /** Whole percent off, for "SPECIAL OFFER 12% off". */
  readonly discountPercentage: number;
}

/** One line of the cart as it is kept in the browser. Amounts are decimal numbers of rupees, as on the wire. */
export interface CartLine {
  /** The product; a line's identity is this and the offer's id together. */
  readonly id: string;
  readonly name: string;
  readonly price: number;
  /** The selling price at the moment of adding, so that a promo never raises a price. */
  readonly originalPrice: number;
  /** A path of the shop; empty when the product has no picture. */
  readonly image: string;
  readonly quantity: number;
  readonly specialOffer: LineOffer | null;
  readonly promoCode: string | null;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
  readonly discountApplied: boolean;
  readonly discountPercentage: number;
  /** Storage and colour in one short line, for the row; older carts have none. */
  readonly details?: string;
  /** Only lines of the Galaxy range carry these three. */
  readonly brand?: string;
  readonly color?: string;
  readonly category?: string;
}

/** What can be put into the cart. */
export interface CartInput {
  readonly _id: string;
  readonly name: string;
  readonly price: number;
  readonly image: string;
  /** 1 without it. */
  readonly quantity?: number;
  readonly specialOffer?: LineOffer | null;
  /** Used for lines with an offer only. */
  readonly originalPrice?: number;
  readonly promoCode?: string | null;
  readonly details?: string;
  readonly brand?: string;
  readonly color?: string;
  readonly category?: string;
}
