import { useEffect, useState } from 'react';
import { type AskedCart, askedKey, cartApi, quoteLine } from '../../cart-api.ts';
import { lineKey } from '../cart.rules.ts';
import { promoOf } from '../cart-edit.rules.ts';
import type { CartLine } from '../cart-line.ts';
import { acceptCheckOfCart, adoptPromoInCart } from '../state/cart-changes.ts';
import { type CartCheck, changeOf, type LineChange, promoChange } from './cart-check.rules.ts';

/** The result of the check, for the page. */
export interface CartChecking {
  readonly state: 'checking' | 'checked' | 'unchecked';
  /** Changed lines by key. */
  readonly changes: ReadonlyMap<string, LineChange>;
  /** A sentence about a changed or expired promo code. */
  readonly promo: string | undefined;
  readonly hasChanges: boolean;
  /** Remaining stock of a line, when known. */
  readonly lowStockCountOf: (key: string) => number | undefined;
  /** The maximum quantity of a line by stock or order limit, when known. */
  readonly most: (key: string) => number | undefined;
  /** Takes over the current prices and stock. */
  readonly accept: () => void;
  readonly checkAgain: () => void;
}

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
export function useCartCheck(lines: readonly CartLine[] | undefined): CartChecking {
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
    if (currentData) adoptPromoInCart(currentData);
  }, [currentData]);

  const changes = new Map<string, LineChange>();
  for (const line of current) {
    const change = changeOf(line, check);
    if (change) changes.set(lineKey(line), change);
  }
  const promo = promoChange(current, check);
  return {
    state: isFetching ? 'checking' : isError ? 'unchecked' : 'checked',
    changes,
    promo,
    hasChanges: changes.size > 0 || promo !== undefined,
    lowStockCountOf: (key) => check.lines[key]?.lowStockCount ?? undefined,
    most: (key) => {
      const { lowStockCount, maxQuantity } = check.lines[key] ?? {};
      const most = Math.min(lowStockCount ?? Infinity, maxQuantity ?? Infinity);
      return Number.isFinite(most) ? most : undefined;
    },
    accept: () => acceptCheckOfCart(check),
    checkAgain: () => {
      if (JSON.stringify(checkedCart) === JSON.stringify(cartNow)) void refetch();
      else setCheckedCart(cartNow);
    },
  };
}
