import type { Order } from '@kinmel/contracts';
import { formatMoney } from '@kinmel/web-kit';

const returnStates = {
  due: 'not yet sent',
  failed: 'delayed, we look after it',
  'by-hand': 'we hand it to you',
  done: 'done',
} as const;

/** "Return A1B2C3: NPR 900 back to Card, not yet sent; NPR 80 as credit". */
export function returnText(
  { reference, payment, credit, state }: Order['returns'][number],
  method: string,
): string {
  const parts = [
    ...(payment.amountInMinorUnits > 0
      ? [`${formatMoney(payment)} back to ${method}, ${returnStates[state]}`]
      : []),
    ...(credit.amountInMinorUnits > 0 ? [`${formatMoney(credit)} as credit`] : []),
  ];
  return `Return ${reference}: ${parts.join('; ') || 'no refund'}`;
}
