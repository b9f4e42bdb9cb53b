import type {
  phoneOrderDeliveryMethods,
  phoneOrderPaymentMethods,
  phoneOrderPriorities,
} from '@kinmel/contracts';

interface Words {
  readonly name: string;
  readonly detail: string;
}

/** NPB-12. */
export const paymentWords: Readonly<Record<(typeof phoneOrderPaymentMethods)[number], Words>> = {
  full: { name: 'Full payment', detail: 'All of it when you get the phone' },
  installment: { name: 'Installments', detail: 'We agree on the rates with you' },
};

/** NPB-13. */
export const deliveryWords: Readonly<Record<(typeof phoneOrderDeliveryMethods)[number], Words>> = {
  delivery: { name: 'Delivery', detail: 'To your address' },
  pickup: { name: 'Pickup', detail: 'You come to the shop' },
};

/** NPB-14 to NPB-17. */
export const priorityWords: Readonly<Record<(typeof phoneOrderPriorities)[number], Words>> = {
  standard: { name: 'Standard', detail: '3-5 business days' },
  express: { name: 'Express', detail: '1-2 business days' },
  urgent: { name: 'Urgent', detail: 'Same day' },
};
