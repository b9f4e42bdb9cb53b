import { customerWords } from '../life.ts';
import { phoneOrderLife } from '../phone-order-life.ts';

/** The texts of a phone order for its customer. */
export const phoneOrderWords = customerWords(phoneOrderLife, {
  pending: {
    name: 'Received',
    next: 'We look at your order and confirm it.',
    mail: ['is waiting', 'Your order waits for us. We write again when it is confirmed.'],
  },
  confirmed: {
    next: 'We prepare your phone.',
    mail: ['is confirmed', 'We have checked your order. Next we make your phone ready.'],
  },
  processing: {
    next: 'We prepare your phone.',
    mail: ['is being made ready', 'We are making your phone ready, and write again when it leaves us.'],
  },
  shipped: {
    next: 'Your phone is on its way.',
    mail: ['is on its way', 'Your phone has left us.'],
  },
  delivered: {
    tone: 'pine',
    next: 'Your phone is with you. Thank you.',
    mail: ['was delivered', 'Your phone is with you. We hope that everything is as you wished.'],
  },
  cancelled: {
    tone: 'mute',
    next: 'Nothing more happens. You are welcome to start anew.',
    isOver: true,
    mail: ['was cancelled', 'Your order was cancelled.'],
  },
});
