import { customerWords } from '../life.ts';
import { repairBookingLife } from '../repair-booking-life.ts';

/** The texts of a repair booking for its customer. */
export const repairBookingWords = customerWords(repairBookingLife, {
  pending: {
    name: 'Received',
    next: 'We look at your booking and confirm it.',
    mail: ['is waiting', 'Your booking waits for us. We write again when it is confirmed.'],
  },
  confirmed: {
    next: 'Please bring your phone at this time.',
    mail: ['is confirmed', 'We have checked your booking. Please bring your phone at the time below.'],
  },
  'in-repair': {
    next: 'We tell you when your phone is ready.',
    mail: ['is being worked on', 'Your phone is being repaired. We write again when it is done.'],
  },
  done: {
    tone: 'pine',
    next: 'Your phone is ready.',
    mail: ['is done', 'Your phone is repaired. Please come and fetch it during our office hours.'],
  },
  cancelled: {
    tone: 'mute',
    next: 'Nothing more happens. You are welcome to start anew.',
    isOver: true,
    mail: ['is cancelled', 'Your repair is cancelled. You may book another half hour at any time.'],
  },
});
