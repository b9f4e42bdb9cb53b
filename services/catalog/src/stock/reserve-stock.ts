import { failpoint, ProblemError } from '@kinmel/service-kit';
import type { SoldLine } from './sale.rules.ts';
import type { StockContext } from './stock-context.ts';

/** What an order wants to set aside: some pieces of some products. */
export interface ReservationRequest {
  /** The order's id; calling again with it never takes a second piece (C8). */
  readonly reservationId: string;
  readonly lines: readonly SoldLine[];
  readonly traceparent?: string | undefined;
}

export interface HeldReservation {
  readonly reservationId: string;
  readonly overdueAt: Date;
}

/** One line per product, in one order for everybody, so that two orders never wait for each other (C6). */
export function sortedLines(lines: readonly SoldLine[]): SoldLine[] {
  const quantities = new Map<string, number>();
  for (const { productId, quantity } of lines) {
    if (!/^[0-9a-f]{24}$/i.test(productId) || !Number.isSafeInteger(quantity) || quantity < 1)
      throw new ProblemError('invalid-request', 'A line needs a product and a whole number of pieces.');
    const key = productId.toLowerCase();
    quantities.set(key, (quantities.get(key) ?? 0) + quantity);
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity })).sort(byProduct);
}

const byProduct = (left: SoldLine, right: SoldLine) =>
  left.productId < right.productId ? -1 : Number(left.productId > right.productId);

/**
 * Sets the pieces of all lines aside or of none (C6): when a line cannot be had, what lies under this id is given back
 * and the refusal `out-of-stock` names every product that is short in `details.path`; its `message` is how many pieces
 * are left, or `gone`.
 */
export async function reserveStock(
  context: StockContext,
  { reservationId, lines, traceparent }: ReservationRequest,
): Promise<HeldReservation> {
  const now = context.now();
  const when = { now, traceparent };
  const overdueAt = new Date(now.getTime() + context.holdMs);
  /** Everything that lies under this id now, also from an earlier try that broke off. */
  const held: string[] = [];
  const visible = new Set<string>();
  const refused: { path: string; message: string }[] = [];

  try {
    for (const { productId, quantity } of sortedLines(lines)) {
      const line = { reservationId, quantity, overdueAt };
      const { outcome, isVisible, left } = await context.stock.reserve(productId, line, when);
      if (isVisible) visible.add(productId);
      if (outcome === 'reserved' || outcome === 'already-reserved') held.push(productId);
      else if (outcome === 'other-number')
        throw new ProblemError('conflict', 'This order holds another number of pieces already.', [
          { path: productId, message: 'another number' },
        ]);
      else refused.push({ path: productId, message: outcome === 'unknown' ? 'gone' : String(left) });
      failpoint('catalog.after-hold');
    }
    if (refused.length > 0)
      throw new ProblemError('out-of-stock', 'Not enough pieces are in stock.', refused);
    return { reservationId, overdueAt };
  } catch (error) {
    for (const productId of held) {
      const { isVisible } = await context.stock.release(productId, reservationId, when);
      if (isVisible) visible.add(productId);
    }
    throw error;
  } finally {
    if (visible.size > 0) context.stockMoved([...visible]);
  }
}

/**
 * The same for orders that come at once; each is held or refused by itself. Nearly always there is plenty of everything: then
 * one write holds the lines of all of them. Otherwise each goes its own way, and what the write did hold counts as held before.
 */
export async function reserveTogether(
  context: StockContext,
  requests: readonly ReservationRequest[],
): Promise<PromiseSettledResult<HeldReservation>[]> {
  const overdueAt = new Date(context.now().getTime() + context.holdMs);
  const lines = requests
    .flatMap(({ reservationId, lines: wanted }) =>
      sortedLines(wanted).map((line) => ({ ...line, reservationId, overdueAt })),
    )
    .sort(byProduct);
  const areHeld = await context.stock.reservePlenty(lines);
  failpoint('catalog.after-hold');
  return areHeld
    ? requests.map(({ reservationId }) => ({ status: 'fulfilled', value: { reservationId, overdueAt } }))
    : await Promise.allSettled(requests.map((request) => reserveStock(context, request)));
}
