import type { Order, OrderLine } from '../orders/order.ts';
import { anOrder } from '../testing/order-builder.ts';
import { paymentLines, receiptLines } from './payment-lines.rules.ts';

const [line] = anOrder().lines as readonly [OrderLine];
const orderOf = (count: number, pricing: Partial<Order['pricing']> = {}): Order =>
  anOrder({
    lines: Array.from({ length: count }, (_, index) => ({
      ...line,
      name: `Phone ${index + 1}`,
      quantity: 2,
      priceInMinorUnits: 100 + index,
    })),
    pricing: { ...anOrder().pricing, shippingInMinorUnits: 1500, ...pricing },
  });
const sumOf = (lines: ReturnType<typeof paymentLines>) =>
  lines.reduce((sum, { quantity, unitAmountInMinorUnits }) => sum + quantity * unitAmountInMinorUnits, 0);
const extras = [
  { description: 'Shipping', quantity: 1, unitAmountInMinorUnits: 1500 },
  { description: 'Tax (8%)', quantity: 1, unitAmountInMinorUnits: 8000 },
];

describe('the lines of a receipt (PAY-04 to PAY-07)', () => {
  it('are the lines of the order, shipping and tax', () => {
    const lines = [
      { description: 'Phone 1', quantity: 2, unitAmountInMinorUnits: 100 },
      { description: 'Phone 2', quantity: 2, unitAmountInMinorUnits: 101 },
      ...extras,
    ];
    expect(receiptLines(orderOf(2))).toEqual(lines);
    expect(paymentLines(orderOf(2))).toEqual(lines);
  });

  it('omit zero amounts', () => {
    const free = orderOf(1, { shippingInMinorUnits: 0, taxInMinorUnits: 0 });
    expect(receiptLines(free)).toStrictEqual([
      { description: 'Phone 1', quantity: 2, unitAmountInMinorUnits: 100 },
    ]);
    const cent = orderOf(1, { shippingInMinorUnits: 1, taxInMinorUnits: 0 });
    expect(receiptLines(cent)[1]).toMatchObject({ description: 'Shipping', unitAmountInMinorUnits: 1 });
  });

  it('label the tax "Tax" without a decision', () => {
    expect(receiptLines({ ...orderOf(1), decisions: [] }).at(-1)?.description).toBe('Tax');
  });

  it('are complete for any number of lines', () => {
    expect(receiptLines(orderOf(150))).toHaveLength(152);
  });
});

describe('the lines of an order with credit (ORD-K3)', () => {
  const order = {
    ...orderOf(2, { totalInMinorUnits: 9_902 }),
    credit: { amountInMinorUnits: 902, currency: 'NPR', isReturned: false } as const,
  };
  it('are those of the order and its credit on the receipt, and what is left on the page', () => {
    expect(receiptLines(order).at(-1)).toEqual({
      description: 'Credit',
      quantity: 1,
      unitAmountInMinorUnits: -902,
    });
    expect(paymentLines(order)).toEqual([
      { description: 'Your order, less your credit', quantity: 1, unitAmountInMinorUnits: 9_000 },
    ]);
  });
});

describe('the lines of a payment page', () => {
  it('are all up to a hundred', () => {
    expect(paymentLines(orderOf(98))).toHaveLength(100);
    expect(paymentLines(orderOf(98)).at(97)?.description).toBe('Phone 98');
  });

  it('list twenty products and summarize the others, with the same sum', () => {
    const order = orderOf(99);
    const lines = paymentLines(order);
    expect(lines).toHaveLength(23);
    expect(lines[19]?.description).toBe('Phone 20');
    expect(lines[20]).toMatchObject({ description: '79 more products (158 pieces)', quantity: 1 });
    expect(lines.slice(21)).toEqual(extras);
    expect(sumOf(lines)).toBe(sumOf(receiptLines(order)));
  });
});
