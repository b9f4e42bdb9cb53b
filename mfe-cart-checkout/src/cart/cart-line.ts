/** The offer that a line was added with. */
export interface LineOffer {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Display text: "12% OFF". */
  readonly discount: string;
  /** Whole percent, for "SPECIAL OFFER 12% off". */
  readonly discountPercentage: number;
}

/** A line of the stored cart. Amounts are decimal rupees, as in the API. */
export interface CartLine {
  /** The product id; together with the offer's id it identifies a line. */
  readonly id: string;
  readonly name: string;
  readonly price: number;
  /** The selling price when added, so that a promo code never raises a price. */
  readonly originalPrice: number;
  /** A path of the shop; empty without a picture. */
  readonly image: string;
  readonly quantity: number;
  readonly specialOffer: LineOffer | null;
  readonly promoCode: string | null;
  /** Milliseconds since 1970. */
  readonly addedAt: number;
  readonly discountApplied: boolean;
  readonly discountPercentage: number;
  /** Storage and colour in a short text; missing in older carts. */
  readonly details?: string;
  /** A device: one phone, of which there is one piece (decision 82). */
  readonly isDevice?: boolean;
  /** Only lines of the Galaxy range have these three. */
  readonly brand?: string;
  readonly color?: string;
  readonly category?: string;
}

/** A line to add: quantity 1 by default; original price and promo code are used only with an offer. */
export type CartInput = { readonly _id: string } & Pick<CartLine, 'name' | 'price' | 'image'> &
  Partial<Pick<CartLine, 'quantity' | 'specialOffer' | 'originalPrice' | 'promoCode'>> &
  Pick<CartLine, 'details' | 'isDevice' | 'brand' | 'color' | 'category'>;
