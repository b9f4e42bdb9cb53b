import type { RefundStep } from './price-return.ts';

const ruleNames = { tax: 'Tax', shipping: 'Shipping', 'free-shipping': 'Free shipping no longer applies' };

/** Describes the steps of a refund, with amounts in minor units. `quantity` counts the returned pieces. */
export const refundTexts = (
  lines: readonly { readonly key: string; readonly name: string; readonly quantity: number }[],
  steps: readonly RefundStep[],
): readonly (readonly [text: string, amountInMinorUnits: number])[] =>
  steps.map(({ rule, line: key, amountInMinorUnits }) => {
    const line = lines.find((one) => one.key === key);
    const goods = line ? `${line.quantity} × ${line.name}` : 'Goods';
    return [rule === 'goods' ? goods : ruleNames[rule], amountInMinorUnits];
  });
