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

/**
 * C11: a cancelled order gives back what it took, once; before it took anything, what is held under its id. Undefined when that has
 * happened before.
 */
export function cancelled(known: Sale | undefined, orderId: string): Sale | undefined {
  if (known?.state === 'given-back') return undefined;
  return { orderId, state: 'given-back', lines: known?.lines ?? [] };
}
