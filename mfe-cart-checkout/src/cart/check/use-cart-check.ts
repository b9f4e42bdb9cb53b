import { useEffect, useState } from 'react';
import { type AskedCart, askedKey, cartApi, quoteLine } from '../../cart-api.ts';
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

function covers(lastCart: AskedCart, nextCart: AskedCart): boolean {
  const keys = new Set(lastCart.lines.map(askedKey));
  return (
    lastCart.promoCode === nextCart.promoCode && nextCart.lines.every((line) => keys.has(askedKey(line)))
  );
}

const emptyCheck: CartCheck = { lines: {}, promo: null };

/**
 * Requests current prices and stock when the page opens, and again when a line or a code is added. Changed quantities
 * and removed lines need no request. A failure changes nothing: the shop refuses wrong prices when the order is placed.
 */
export function useCartCheck(lines: readonly CartLine[] | undefined) {
  const current = lines ?? [];
  const cartNow: AskedCart = { lines: current.map(quoteLine), promoCode: promoOf(current)?.code ?? null };
  const [checkedCart, setCheckedCart] = useState<AskedCart>();
  if (current.length > 0 && (checkedCart === undefined || !covers(checkedCart, cartNow)))
    setCheckedCart(cartNow);
  const { currentData, isFetching, isError, refetch } = cartApi.useCheckCartQuery(checkedCart ?? cartNow, {
    skip: checkedCart === undefined,
    refetchOnMountOrArgChange: true,
  });
  const check = currentData ?? emptyCheck;

  useEffect(() => {
    if (currentData) changeLines((now) => adoptPromo(now, currentData));
  }, [currentData]);

  const changes = new Map<string, LineChange>();
  for (const line of current) {
    const change = changeOf(line, check);
    if (change) changes.set(lineKey(line), change);
  }
  /** A sentence about a changed or expired promo code. */
  const promo = promoChange(current, check);
  return {
    isUnchecked: !isFetching && isError,
    changes,
    promo,
    hasChanges: changes.size > 0 || promo !== undefined,
    /** Remaining stock of a line, when known. */
    lowStockCountOf: (key: string) => check.lines[key]?.lowStockCount ?? undefined,
    /** The maximum quantity of a line by stock or order limit, when known. */
    most: (key: string) => {
      const { lowStockCount, maxQuantity } = check.lines[key] ?? {};
      const most = Math.min(lowStockCount ?? Infinity, maxQuantity ?? Infinity);
      return Number.isFinite(most) ? most : undefined;
    },
    /** Takes over the current prices and stock. */
    accept: () => changeLines((now) => acceptCheck(now, check)),
    checkAgain: () => {
      if (JSON.stringify(checkedCart) === JSON.stringify(cartNow)) void refetch();
      else setCheckedCart(cartNow);
    },
  };
}
