export interface SoldLine {
  readonly productId: string;
  readonly quantity: number;
}

/** A permanent record per order, so that its pieces leave once and return once. */
export interface Sale {
  readonly orderId: string;
  /** `given-back` is final, also when the cancellation arrives before the order's own event. */
  readonly state: 'sold' | 'given-back';
  readonly lines: readonly SoldLine[];
}

/** A cancelled order returns its pieces once (C11); undefined when repeated. */
export function cancelled(known: Sale | undefined, orderId: string): Sale | undefined {
  if (known?.state === 'given-back') return undefined;
  return { orderId, state: 'given-back', lines: known?.lines ?? [] };
}
