import fc from 'fast-check';
import { priceCart } from './price-cart.ts';
import { priceReturn, type ReturnTerms, splitRefund } from './price-return.ts';

const policy = { feeInMinorUnits: 1_500, freeAboveInMinorUnits: 20_000, taxPercent: 8 };
const terms = (...lines: (readonly [key: string, quantity: number, price: number])[]): ReturnTerms => ({
  lines: lines.map(([key, quantity, unitPriceInMinorUnits]) => ({ key, quantity, unitPriceInMinorUnits })),
  policy,
  isShippingRefunded: true,
  left: { paymentInMinorUnits: 1_000_000, creditInMinorUnits: 0 },
});
const paidFor = ({ lines }: ReturnTerms) =>
  priceCart({
    lines: lines.map(({ key, quantity, unitPriceInMinorUnits: listPriceInMinorUnits }) => ({
      productId: key,
      quantity,
      listPriceInMinorUnits,
    })),
    promo: null,
    policy,
  }).totalInMinorUnits;

describe('the price of a return', () => {
  it('refunds a piece with its tax while the kept goods still ship for free', () => {
    expect(priceReturn(terms(['phone', 2, 30_000]), {}, { phone: 1 })).toEqual({
      refundInMinorUnits: 32_400,
      steps: [
        { rule: 'goods', line: 'phone', amountInMinorUnits: 30_000 },
        { rule: 'tax', line: null, amountInMinorUnits: 2_400 },
      ],
    });
  });

  it('deducts the shipping fee when the kept goods no longer ship for free', () => {
    const { refundInMinorUnits, steps } = priceReturn(
      terms(['phone', 1, 15_000], ['case', 1, 10_000]),
      {},
      { phone: 1 },
    );
    expect(steps.at(-1)).toEqual({ rule: 'free-shipping', line: null, amountInMinorUnits: -1_500 });
    expect(refundInMinorUnits).toBe(15_000 + 1_200 - 1_500);
  });

  it('refunds the shipping fee with the last piece, when the policy says so', () => {
    const bought = terms(['case', 2, 1_000]);
    const last = priceReturn(bought, { case: 1 }, { case: 1 });
    expect(last.steps.at(-1)).toEqual({ rule: 'shipping', line: null, amountInMinorUnits: 1_500 });
    const { refundInMinorUnits } = priceReturn(
      { ...bought, isShippingRefunded: false },
      { case: 1 },
      { case: 1 },
    );
    expect(refundInMinorUnits).toBe(last.refundInMinorUnits - 1_500);
  });

  it('never goes below zero', () => {
    expect(
      priceReturn(terms(['phone', 1, 20_000], ['film', 1, 100]), {}, { film: 1 }).refundInMinorUnits,
    ).toBe(0);
  });

  it('refunds at most what was paid over all returns of an order, and exactly that when all is returned at once', () => {
    const line = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 50_000 }));
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat()),
        (lines, numbers) => {
          const bought = terms(
            ...lines.map(([quantity, price], index) => [`line-${index}`, quantity, price] as const),
          );
          const allPieces = Object.fromEntries(bought.lines.map(({ key, quantity }) => [key, quantity]));
          const fullReturn = priceReturn(bought, {}, allPieces);
          expect(fullReturn.refundInMinorUnits).toBe(paidFor(bought));
          expect(fullReturn.steps.reduce((sum, step) => sum + step.amountInMinorUnits, 0)).toBe(
            fullReturn.refundInMinorUnits,
          );
          const returned: Record<string, number> = {};
          let left = paidFor(bought);
          for (const { key, quantity } of bought.lines) {
            const pieces = (numbers.next().value ?? 0) % (quantity + 1);
            const currentTerms = {
              ...bought,
              left: { paymentInMinorUnits: left - 1, creditInMinorUnits: 1 },
            };
            left -= priceReturn(currentTerms, returned, { [key]: pieces }).refundInMinorUnits;
            returned[key] = pieces;
          }
          expect(left).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

describe('the split of a refund', () => {
  it('gives back the payment first, and the rest as credit', () => {
    expect(splitRefund(900, 'payment', { paymentInMinorUnits: 500 })).toEqual({
      paymentInMinorUnits: 500,
      creditInMinorUnits: 400,
    });
    expect(splitRefund(900, 'credit', { paymentInMinorUnits: 500 })).toEqual({
      paymentInMinorUnits: 0,
      creditInMinorUnits: 900,
    });
  });
});
