import { failpoint, type ProblemDetail, ProblemError } from '@kinmel/service-kit';
import type { SoldLine } from './sale.rules.ts';
import { reserve } from './stock.rules.ts';
import type { LineToHold } from './stock.store.ts';
import type { StockContext } from './stock-context.ts';

export interface ReservationRequest {
  /** The order's id; repeating the call holds no further pieces (CAT-C8). */
  readonly reservationId: string;
  readonly lines: readonly SoldLine[];
  readonly traceparent?: string | undefined;
}

/** One line per product, sorted, so that orders never deadlock (CAT-C6). */
export function sortedLines(lines: readonly SoldLine[]): SoldLine[] {
  const quantities = new Map<string, number>();
  for (const { productId, quantity } of lines) {
    if (!/^[0-9a-f]{24}$/i.test(productId) || !Number.isSafeInteger(quantity) || quantity < 1)
      throw new ProblemError('invalid-request', 'A line needs a product and a whole number of pieces.');
    const key = productId.toLowerCase();
    quantities.set(key, (quantities.get(key) ?? 0) + quantity);
  }
  return [...quantities].map(([productId, quantity]) => ({ productId, quantity })).sort(compareProductIds);
}

const compareProductIds = (left: SoldLine, right: SoldLine) =>
  left.productId < right.productId ? -1 : Number(left.productId > right.productId);

/** Attempts after a line was lost to another order between read and write. */
const maxAttempts = 3;

/**
 * Holds the pieces of all lines or of none (CAT-C6). Reads first and holds only if everything is available, so that a
 * refused order takes no pieces from others. Then each line is one conditional write; when another order has taken a
 * line meanwhile, everything under this id is released. The problem `out-of-stock` names every missing product in
 * `details.path`; its `message` is the number of pieces left, or `gone`.
 */
export async function reserveStock(
  context: StockContext,
  { reservationId, lines, traceparent }: ReservationRequest,
): Promise<void> {
  const now = context.now();
  const writeContext = { now, traceparent };
  const overdueAt = new Date(now.getTime() + context.holdMs);
  const linesToHold = sortedLines(lines).map((line) => ({ ...line, reservationId, overdueAt }));
  /** The lines held under this id, also from an interrupted call. */
  const heldProductIds = new Set<string>();
  const visiblyChanged = new Set<string>();

  async function giveBack(): Promise<void> {
    for (const productId of heldProductIds) {
      const { isVisible } = await context.stock.release(productId, reservationId, writeContext);
      if (isVisible) visiblyChanged.add(productId);
    }
    heldProductIds.clear();
  }

  /** Resolves with the first product that another order took; undefined when all lines are held. */
  async function holdAll(): Promise<string | undefined> {
    for (const line of linesToHold) {
      const { outcome, isVisible } = await context.stock.reserve(line.productId, line, writeContext);
      if (isVisible) visiblyChanged.add(line.productId);
      if (outcome !== 'reserved' && outcome !== 'already-reserved') return line.productId;
      heldProductIds.add(line.productId);
      failpoint('catalog.after-hold');
    }
    return undefined;
  }

  try {
    for (let attempt = 1; ; attempt += 1) {
      // A single line needs no read before its write.
      if (linesToHold.length > 1 || attempt > 1) {
        const current = await readLines(context, linesToHold);
        for (const productId of current.heldProductIds) heldProductIds.add(productId);
        if (current.refusal) throw current.refusal;
      }
      const lostProductId = await holdAll();
      if (lostProductId === undefined) return;
      if (attempt === maxAttempts) throw outOfStock([{ path: lostProductId, message: '0' }]);
      await giveBack();
    }
  } catch (error) {
    await giveBack();
    throw error;
  } finally {
    if (visiblyChanged.size > 0) context.stockMoved([...visiblyChanged]);
  }
}

/** The lines that are held already, and the problem if not all are available. */
async function readLines(context: StockContext, linesToHold: readonly LineToHold[]) {
  const states = await context.stock.readMany(linesToHold.map(({ productId }) => productId));
  const heldProductIds: string[] = [];
  const shortages: ProblemDetail[] = [];
  let refusal: ProblemError | undefined;
  for (const line of linesToHold) {
    const { productId, reservationId } = line;
    const state = states.get(productId);
    const outcome = state ? reserve(state, line).outcome : 'unknown';
    if (state?.reservations.some(({ id }) => id === reservationId)) heldProductIds.push(productId);
    if (outcome === 'unknown') shortages.push({ path: productId, message: 'gone' });
    if (outcome === 'short')
      shortages.push({ path: productId, message: String(state?.isAvailable ? state.stock : 0) });
    if (outcome === 'other-number')
      refusal = new ProblemError('conflict', 'This order holds another number of pieces already.', [
        { path: productId, message: 'another number' },
      ]);
  }
  return { heldProductIds, refusal: refusal ?? (shortages.length > 0 ? outOfStock(shortages) : undefined) };
}

const outOfStock = (details: readonly ProblemDetail[]) =>
  new ProblemError('out-of-stock', 'Not enough pieces are in stock.', details);
