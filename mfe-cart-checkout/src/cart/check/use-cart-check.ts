import { useEffect, useState } from 'react';
import { cartApi, type QuotedCart, quotedLineKey, quoteLine } from '../../cart-api.ts';
import { lineKey } from '../cart.rules.ts';
import { promoOf } from '../cart-edit.rules.ts';
import type { CartLine } from '../cart-line.ts';
import { changeLines } from '../state/cart-store.ts';
import {
  acceptCheck,
  adoptPromo,
  type CartCheck,
  changeOf,
  type LineChange,
  promoChange,
} from './cart-check.rules.ts';

/** The result of the check, for the page. */
export type CartChecking = ReturnType<typeof useCartCheck>;

function covers(lastCart: QuotedCart, nextCart: QuotedCart): boolean {
  const keys = new Set(lastCart.lines.map(quotedLineKey));
  return (
    lastCart.promoCode === nextCart.promoCode && nextCart.lines.every((line) => keys.has(quotedLineKey(line)))
  );
}

const emptyCheck: CartCheck = { lines: {}, promo: null };

/**
 * Requests current prices and stock when the page opens, and again when a line or a code is added. Changed quantities
 * and removed lines need no request. A failure changes nothing: the shop refuses wrong prices when the order is placed.
 */
export function useCartCheck(lines: readonly CartLine[] | undefined) {
  const cartLines = lines ?? [];
  const currentCart: QuotedCart = {
    lines: cartLines.map(quoteLine),
    promoCode: promoOf(cartLines)?.code ?? null,
  };
  const [checkedCart, setCheckedCart] = useState<QuotedCart>();
  if (cartLines.length > 0 && (checkedCart === undefined || !covers(checkedCart, currentCart)))
    setCheckedCart(currentCart);
  const { currentData, isFetching, isError, refetch } = cartApi.useCheckCartQuery(
    checkedCart ?? currentCart,
    {
      skip: checkedCart === undefined,
      refetchOnMountOrArgChange: true,
    },
  );
  const check = currentData ?? emptyCheck;

  useEffect(() => {
    if (currentData) changeLines((now) => adoptPromo(now, currentData));
  }, [currentData]);

  const changes = new Map<string, LineChange>();
  for (const line of cartLines) {
    const change = changeOf(line, check);
    if (change) changes.set(lineKey(line), change);
  }
  /** A sentence about a changed or expired promo code. */
  const promo = promoChange(cartLines, check);
  return {
    isUnchecked: !isFetching && isError,
    changes,
    promo,
    hasChanges: changes.size > 0 || promo !== undefined,
    /** Remaining stock of a line, when known. */
    lowStockCountOf: (key: string) => check.lines[key]?.lowStockCount ?? undefined,
    /** The maximum quantity of a line by stock or order limit, when known. */
    maxQuantityOf: (key: string) => {
      const { lowStockCount, maxQuantity } = check.lines[key] ?? {};
      const smallest = Math.min(lowStockCount ?? Infinity, maxQuantity ?? Infinity);
      return Number.isFinite(smallest) ? smallest : undefined;
    },
    /** Applies the current prices and stock to the cart. */
    accept: () => changeLines((now) => acceptCheck(now, check)),
    checkAgain: () => {
      if (JSON.stringify(checkedCart) === JSON.stringify(currentCart)) void refetch();
      else setCheckedCart(currentCart);
    },
  };
}
