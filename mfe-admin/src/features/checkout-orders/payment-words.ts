import type { PaymentMethod } from '@kinmel/contracts';

export const paymentMethodWords: Readonly<Record<PaymentMethod, string>> = {
  cash_on_delivery: 'Cash on delivery',
  card: 'Card',
};
