import { customerWords } from '../life.ts';
import { sellRequestLife } from '../sell-request-life.ts';

/** The texts before the phone has arrived; received, withdrawn and settled requests have their own. */
export const sellRequestWords = customerWords(sellRequestLife, {
  pending: {
    name: 'Received',
    next: 'We contact you within 24 hours with a quote.',
    mail: ['is waiting', 'Your request waits for our staff. You get our quote within 24 hours.'],
  },
  reviewed: {
    next: 'Our staff looked at your details. The quote comes next.',
    mail: ['was looked at', 'Our staff have looked at your request. Our quote comes next, by mail.'],
  },
  quoted: {
    next: 'Accept our quote, or decline it.',
    mail: ['has a quote', 'Open the link below to see our quote, and to accept or decline it.'],
  },
  accepted: {
    next: 'Bring your phone to the shop or send it to us. We inspect it within one business day and pay the same day.',
    mail: ['is accepted', 'Our offer is accepted. We contact you next about the hand-over of the phone.'],
  },
  rejected: {
    name: 'Declined',
    next: 'Nothing more happens with this request.',
    isOver: true,
    mail: [
      'is closed',
      'We can not buy this phone. You may send us a new request at any time, for this phone or another.',
    ],
  },
  completed: {
    next: 'We pay you next, and write when it is done. Thank you.',
    mail: [
      'is completed',
      'We have inspected your phone, and buy it. We write again when you are paid. Thank you.',
    ],
  },
});
