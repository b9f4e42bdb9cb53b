import type {
  phoneOrderDeliveryMethods,
  phoneOrderPaymentMethods,
  phoneOrderPriorities,
} from '@kinmel/contracts';

interface Words {
  readonly name: string;
  readonly detail: string;
}

export const paymentWords: Readonly<Record<(typeof phoneOrderPaymentMethods)[number], Words>> = {
  full: { name: 'Full payment', detail: 'All of it when you get the phone' },
  installment: { name: 'Installments', detail: 'We agree on the rates with you' },
};

export const deliveryWords: Readonly<Record<(typeof phoneOrderDeliveryMethods)[number], Words>> = {
  delivery: { name: 'Delivery', detail: 'To your address' },
  pickup: { name: 'Pickup', detail: 'You come to the shop' },
};

export const priorityWords: Readonly<Record<(typeof phoneOrderPriorities)[number], Words>> = {
  standard: { name: 'Standard', detail: '3-5 business days' },
  express: { name: 'Express', detail: '1-2 business days' },
  urgent: { name: 'Urgent', detail: 'Same day' },
};
