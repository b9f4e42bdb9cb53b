import {
  acceptQuote,
  cancelTrackedRequest,
  declineQuote,
  deleteSellRequest,
  quoteSellRequest,
  receiveDevice,
  sellRequestLife,
  submitSellRequest,
  updateSellRequestStatus,
} from '@kinmel/contracts';
import { answered, byLink } from './by-link.ts';
import { part } from './people.ts';
import { byStaff, calls, type Moment, note, type Records, setsStatus, stepsOfLife, stepsOn } from './step.ts';

/** The numbers of the phones that sell requests offer: most use the first two. The last one is listed as stolen. */
export const imeis = ['356938035643809', '490154203237518', '351111111111118'] as const;

const quote = ({ _id: id, version }: Records['sell request'], { random, recordName, admin }: Moment) => {
  const estimatedPrice = random.pick([300, 300, 350, 900]);
  return calls(admin, `quotes $${estimatedPrice} for ${recordName}`, quoteSellRequest, {
    params: { id },
    body: { estimatedPrice, adminNotes: note, version },
  });
};

const payments = [
  { to: 'credit' },
  { to: 'credit' },
  { to: 'payout', method: 'cash' },
  { to: 'payout', method: 'bank', account: '0011223344' },
] as const;

export const sellRequestSteps = [
  ...stepsOn('customer', {
    'offer a phone': {
      weight: 4,
      when: ({ id }, view) => view['sell request'].length < 3 && !view.deletedAccounts.has(id),
      take(by, { random }) {
        const imei = random.chance(0.15) ? imeis[2] : random.pick([imeis[0], imeis[1]]);
        return calls(by, `offers the phone with the IMEI ${imei}`, submitSellRequest, {
          key: `sell-${random.below(1_000_000_000)}`,
          form: {
            fullName: by.name,
            brand: 'apple',
            model: 'iPhone 13',
            condition: 'good',
            storage: '128',
            color: 'black',
            expectedPrice: '320.50',
            hasCharger: 'true',
            contactEmail: `${by.name.toLowerCase()}@example.com`,
            contactPhone: '+977 980-123-4567',
            description: '',
            imei,
          },
        });
      },
    },
  }),
  ...stepsOfLife('sell request', sellRequestLife, {
    statusOf: ({ status }) => status,
    weights: { reviewed: 1, quoted: 0, rejected: 1, acceptQuote: 9, cancelTrackedRequest: 1 },
    set: setsStatus(updateSellRequestStatus),
    acceptQuote: byLink('accepts the quote of', acceptQuote, (moment, page) => {
      const payment = moment.random.pick(payments);
      const amountInMinorUnits = part(page, 'quote', 'pays', payment.to, 'amountInMinorUnits');
      return { ...answered(moment, page), payment, amountInMinorUnits };
    }),
    declineQuote: byLink('declines the quote of', declineQuote, answered),
    cancelTrackedRequest: byLink('cancels', cancelTrackedRequest),
  }),
  ...stepsOn('sell request', {
    quote: {
      weight: 9,
      when: ({ status, deletedAt }) => ['pending', 'reviewed'].includes(status) && !deletedAt,
      take: quote,
    },
    'quote anew': {
      weight: 2,
      when: ({ status, deletedAt }) => ['quoted', 'accepted', 'rejected'].includes(status) && !deletedAt,
      take: quote,
    },
    complete: {
      weight: 2,
      when: ({ status }) => status === 'accepted',
      take: byStaff('closes {record} without payment', updateSellRequestStatus, ({ version }) => ({
        status: 'completed',
        version,
        adminNotes: note,
      })),
    },
    'delete request': {
      weight: 1,
      when: ({ deletedAt }) => !deletedAt,
      take: ({ _id: id, version }, { admin, recordName }) =>
        calls(admin, `deletes ${recordName}`, deleteSellRequest, {
          params: { id },
          query: { version: String(version) },
        }),
    },
    'receive phone': {
      weight: 9,
      when: ({ status, deviceId }) => status === 'accepted' && !deviceId,
      take: byStaff('receives the phone of {record}', receiveDevice, ({ _id: sellRequestId }) => ({
        sellRequestId,
      })),
    },
  }),
];
