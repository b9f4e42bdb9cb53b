import { customerWords } from '../life.ts';
import { returnLife } from '../return-life.ts';

/** The texts of a return for its customer. */
export const returnWords = customerWords(returnLife, {
  pending: {
    name: 'Received',
    next: 'We answer within one business day.',
    mail: ['is waiting', 'Our staff look at your return within one business day.'],
  },
  accepted: {
    next: 'Send us the goods, with the number of this return on the parcel. We inspect them within two business days.',
    mail: [
      'is accepted',
      'Please send or bring us the goods, with the reference below on the parcel. We look at them within two business days after they came.',
    ],
  },
  rejected: {
    name: 'Declined',
    next: 'Nothing more happens.',
    isOver: true,
    mail: ['is closed', 'We can not take these goods back. Why, you read below.'],
  },
  received: {
    name: 'With us',
    next: 'We inspect the goods within two business days.',
    mail: ['has arrived', 'Your goods are with us. We look at them within two business days.'],
  },
  offered: {
    name: 'Lower refund offered',
    next: 'Accept it, or get the goods back.',
    mail: [
      'has a lower refund',
      'The goods are not as described, so that we can refund less; why, you read below. Open the link to accept this refund, or to decline it: then we send the goods back to you.',
    ],
  },
  'to-send-back': {
    name: 'Goes back to you',
    tone: 'info',
    next: 'We send the goods back to you within one business day. Nothing is refunded.',
    mail: [
      'goes back to you',
      'We send you the goods within one business day, and write when they have left us. Nothing is refunded.',
    ],
  },
  'sent-back': {
    next: 'The goods come back to you.',
    isOver: true,
    mail: [
      'was sent back to you',
      'The goods are on their way back to you. How, you read below. Nothing is refunded.',
    ],
  },
  settled: {
    next: 'We refund you next, and write when it is done. Your order shows its state.',
    mail: ['is settled', 'Your return is settled.'],
  },
  cancelled: {
    tone: 'mute',
    next: 'Nothing more happens. You are welcome to start anew.',
    isOver: true,
    mail: ['is cancelled', 'Your return is cancelled: you keep the goods, and nothing is refunded.'],
  },
});
