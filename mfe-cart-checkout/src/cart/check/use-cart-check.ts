import { useEffect, useState } from 'react';
import { type AskedCart, askedKey, askedLine, cartApi } from '../../cart-api.ts';
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
  /** What became of the promo code, in one sentence. */
  readonly promo: string | undefined;
  readonly hasChanges: boolean;
  /** Remaining stock of a line, when known. */
  readonly left: (key: string) => number | undefined;
  /** The maximum quantity of a line by stock or order limit, when known. */
  readonly most: (key: string) => number | undefined;
  /** Takes over the current prices and stock. */
  readonly accept: () => void;
  readonly checkAgain: () => void;
}

function covers(asked: AskedCart, wanted: AskedCart): boolean {
  const keys = new Set(asked.lines.map(askedKey));
  return asked.promoCode === wanted.promoCode && wanted.lines.every((line) => keys.has(askedKey(line)));
}

const nothing: CartCheck = { lines: {}, promo: null };

/**
 * Requests current prices and stock when the page opens, and again when a line or a code is added. Changed quantities
 * and removed lines need no request. A failure changes nothing: the shop refuses wrong prices when the order is placed.
 */
export function useCartCheck(lines: readonly CartLine[] | undefined): CartChecking {
  const current = lines ?? [];
  const wanted: AskedCart = { lines: current.map(askedLine), promoCode: promoOf(current)?.code ?? null };
  const [asked, setAsked] = useState<AskedCart>();
  if (current.length > 0 && (asked === undefined || !covers(asked, wanted))) setAsked(wanted);
  const { currentData, isFetching, isError, refetch } = cartApi.useCheckCartQuery(asked ?? wanted, {
    skip: asked === undefined,
    refetchOnMountOrArgChange: true,
  });
  const check = currentData ?? nothing;

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
    left: (key) => check.lines[key]?.lowStockCount ?? undefined,
    most: (key) => {
      const { lowStockCount, maxQuantity } = check.lines[key] ?? {};
      const most = Math.min(lowStockCount ?? Infinity, maxQuantity ?? Infinity);
      return Number.isFinite(most) ? most : undefined;
    },
    accept: () => acceptCheckOfCart(check),
    checkAgain: () => {
      if (JSON.stringify(asked) === JSON.stringify(wanted)) void refetch();
      else setAsked(wanted);
    },
  };
}
