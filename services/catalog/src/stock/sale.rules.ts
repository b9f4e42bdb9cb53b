/** Pieces that left the stock for an order. */
export interface SoldLine {
  readonly productId: string;
  readonly quantity: number;
}

/** What catalog remembers of an order for good, so that its pieces leave once and come back once. */
export interface Sale {
  readonly orderId: string;
  /** `given-back` is final, also when the event of the cancelling came before the event of the order. */
  readonly state: 'sold' | 'given-back';
  readonly lines: readonly SoldLine[];
}

/** What follows for the states: pieces that are held become sold, or go back; sold ones go back. */
export type SaleStep =
  | { readonly kind: 'take'; readonly sale: Sale }
  | { readonly kind: 'give-back'; readonly sale: Sale }
  /** Everything has happened before; only what lies about without reason is tidied. */
  | { readonly kind: 'nothing' };

/** C9: an order that exists takes its pieces, unless they were taken before or it was cancelled meanwhile. */
export function placed(known: Sale | undefined, orderId: string, lines: readonly SoldLine[]): SaleStep {
  return known === undefined
    ? { kind: 'take', sale: { orderId, state: 'sold', lines } }
    : { kind: 'nothing' };
}

/** C11: a cancelled order gives back what it took, once; before it took anything, what is held under its id. */
export function cancelled(known: Sale | undefined, orderId: string): SaleStep {
  if (known?.state === 'given-back') return { kind: 'nothing' };
  return { kind: 'give-back', sale: { orderId, state: 'given-back', lines: known?.lines ?? [] } };
}
