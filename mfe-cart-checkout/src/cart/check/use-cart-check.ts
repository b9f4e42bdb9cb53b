import { useEffect, useState } from 'react';
import { type AskedCart, askedKey, askedLine, useCheckCartQuery } from '../../cart-api.ts';
import { lineKey } from '../cart.rules.ts';
import { promoOf } from '../cart-edit.rules.ts';
import type { CartLine } from '../cart-line.ts';
import { acceptCheckOfCart, adoptPromoInCart } from '../state/cart-changes.ts';
import { type CartCheck, changeOf, type LineChange, promoChange } from './cart-check.rules.ts';

/** What the shop says of the cart, for the page that shows it. */
export interface CartChecking {
  readonly state: 'checking' | 'checked' | 'unchecked';
  /** By the key of the line; only lines that changed. */
  readonly changes: ReadonlyMap<string, LineChange>;
  /** What became of the promo code, in one sentence. */
  readonly promo: string | undefined;
  readonly hasChanges: boolean;
  /** The pieces that are left of a line, where the shop tells. */
  readonly left: (key: string) => number | undefined;
  /** The most pieces that may be wanted of a line: what is left or what an order takes, where the shop tells. */
  readonly most: (key: string) => number | undefined;
  /** The shopper goes on with the cart as the shop can sell it today. */
  readonly accept: () => void;
  readonly checkAgain: () => void;
}

function covers(asked: AskedCart, wanted: AskedCart): boolean {
  const keys = new Set(asked.lines.map(askedKey));
  return asked.promoCode === wanted.promoCode && wanted.lines.every((line) => keys.has(askedKey(line)));
}

const nothing: CartCheck = { lines: {}, promo: null };

/**
 * Asks the shop for today's prices and stock when the page opens, and again when a line or a code joins. Quantities and
 * removed lines need no new question. A question that fails changes nothing: the shop refuses what is wrong when it is ordered.
 */
export function useCartCheck(lines: readonly CartLine[] | undefined): CartChecking {
  const current = lines ?? [];
  const wanted: AskedCart = { lines: current.map(askedLine), promoCode: promoOf(current)?.code ?? null };
  const [asked, setAsked] = useState<AskedCart>();
  if (current.length > 0 && (asked === undefined || !covers(asked, wanted))) setAsked(wanted);
  const { currentData, isFetching, isError, refetch } = useCheckCartQuery(asked ?? wanted, {
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
