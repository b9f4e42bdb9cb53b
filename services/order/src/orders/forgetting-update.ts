import { outboxRows, type WireEvent } from '@kinmel/service-kit';
import { goneBuyer } from './order.rules.ts';

/** An expression of the database: `value` when the event has such a field, nothing otherwise. */
const replaced = (field: string, value: unknown) => ({
  $cond: [{ $eq: [{ $type: `$$row.event.data.${field}` }, 'missing'] }, {}, { [field]: { $literal: value } }],
});

const eventWithoutBuyer = {
  $mergeObjects: [
    '$$row.event',
    {
      data: {
        $mergeObjects: [
          '$$row.event.data',
          replaced('userId', goneBuyer.userId),
          replaced('customer', { name: goneBuyer.customerDetails.name, email: '' }),
          replaced('deliverTo', ''),
        ],
      },
    },
  ],
};

/**
 * The update by which an order loses its person: its new fields and events, and no person in its key and in what was told. An event
 * that was sent forgets them at once; one that waits still says whom to write to, and forgets them when it is sent (O12).
 */
export const forgettingUpdate = (fields: object, events: readonly WireEvent[]) => [
  {
    $set: {
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { $literal: value }])),
      outbox: {
        $map: {
          input: { $concatArrays: ['$outbox', { $literal: outboxRows(...events) }] },
          as: 'row',
          in: {
            $mergeObjects: [
              '$$row',
              {
                $cond: [
                  { $eq: ['$$row.sentAt', null] },
                  { keptAs: eventWithoutBuyer },
                  { event: eventWithoutBuyer },
                ],
              },
            ],
          },
        },
      },
    },
  },
  { $unset: 'idempotency' },
];
