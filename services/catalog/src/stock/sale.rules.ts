export interface SoldLine {
  readonly productId: string;
  readonly quantity: number;
}

/** A permanent record per order, so that its pieces leave the stock once and come back once. */
export interface Sale {
  readonly orderId: string;
  /** `given-back` is final, also when the cancellation arrives before the order's own event. */
  readonly state: 'sold' | 'given-back';
  readonly lines: readonly SoldLine[];
  /** Pieces by line that came back in returns, including those written off; absent at first. */
  readonly returned?: readonly SoldLine[];
}

export interface ReturnedLine extends SoldLine {
  /** False when written off. */
  readonly isRestocked: boolean;
}

const piecesOf = (lines: readonly SoldLine[] | undefined, productId: string): number =>
  (lines ?? []).reduce((sum, line) => sum + (line.productId === productId ? line.quantity : 0), 0);

/**
 * CAT-C20: a return of an order. `restocked` are the pieces to add to the stock, limited to those sold and not
 * returned yet.
 */
export function returnPieces(
  sale: Sale,
  lines: readonly ReturnedLine[],
): { readonly sale: Sale; readonly restocked: readonly SoldLine[] } {
  let after = sale;
  const restocked: SoldLine[] = [];
  for (const { productId, quantity, isRestocked } of sale.state === 'sold' ? lines : []) {
    const remaining = piecesOf(sale.lines, productId) - piecesOf(after.returned, productId);
    const line = { productId, quantity: Math.min(quantity, remaining) };
    if (line.quantity <= 0) continue;
    after = { ...after, returned: [...(after.returned ?? []), line] };
    if (isRestocked) restocked.push(line);
  }
  return { sale: after, restocked };
}

/** A cancelled order returns its pieces once (CAT-C11), without those of its returns; undefined when repeated. */
export function cancelSale(sale: Sale | undefined, orderId: string): Sale | undefined {
  if (sale?.state === 'given-back') return undefined;
  const { lines = [], returned } = sale ?? {};
  const remaining = lines.map(({ productId, quantity }) => ({
    productId,
    quantity: quantity - piecesOf(returned, productId),
  }));
  const pieces = remaining.filter(({ quantity }) => quantity > 0);
  return { orderId, state: 'given-back', lines: pieces, ...(returned ? { returned } : {}) };
}
