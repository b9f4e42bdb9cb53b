import { customerWords } from '../life.ts';
import { type OrderStatus, orderLife } from '../order-life.ts';

/** `progress` is the step in the progress line of four; a cancelled order has none. */
export const orderWords = customerWords<OrderStatus, { progress: 0 | 1 | 2 | 3 | undefined }>(orderLife, {
  pending: {
    next: 'We have your order and will confirm it soon. You can still cancel it.',
    progress: 0,
    mail: ['is waiting', 'Your order waits for us. We confirm it as soon as we can.'],
  },
  confirmed: {
    tone: 'pine',
    next: 'We have confirmed your order and get it ready.',
    progress: 0,
    mail: ['is confirmed', 'We have checked your order and everything in it is set aside for you.'],
  },
  processing: {
    tone: 'violet',
    next: 'We are packing your order.',
    progress: 1,
    mail: ['is being packed', 'We are packing your order.'],
  },
  shipped: {
    tone: 'info',
    next: 'Your order is on its way. Please keep your phone within reach.',
    progress: 2,
    mail: ['is on its way', 'Your parcel has left us. Its invoice is on the page of your order.'],
  },
  delivered: {
    next: 'Your order has arrived. We hope you like it.',
    progress: 3,
    mail: ['was delivered', 'Your parcel has arrived. We hope that everything is as you wished.'],
  },
  cancelled: {
    next: 'This order was cancelled. Nothing will be delivered.',
    progress: undefined,
    mail: ['was cancelled', 'Your order was cancelled.'],
  },
});
