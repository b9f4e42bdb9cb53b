import {
  acceptQuote,
  cancelTrackedRequest,
  declineQuote,
  inspectReturn,
  returnLife,
  submitReturn,
  updateReturnStatus,
} from '@kinmel/contracts';
import { answered, byLink } from './by-link.ts';
import { calls, ownerOf, type Records, setsStatus, stepsOfLife, stepsOn } from './step.ts';

const half = ({ refund }: Records['return']) => ({
  amountInMinorUnits: Math.floor((refund?.amountInMinorUnits ?? 2) / 2),
  currency: 'NPR',
});

export const returnSteps = [
  ...stepsOn('order', {
    'open return': {
      weight: 10,
      when: ({ orderStatus }) => orderStatus === 'delivered',
      take(order, { random, recordName }) {
        const refundTo = random.pick(['payment', 'credit']);
        const lines = order.lines.map(({ productId, quantity }) => ({
          key: productId,
          quantity: 1 + random.below(quantity),
        }));
        const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
        return calls(
          ownerOf(order),
          `asks to return ${pieces} of ${recordName} as ${refundTo}`,
          submitReturn,
          {
            key: `return-${random.below(1_000_000_000)}`,
            body: { orderId: order._id, lines, reason: 'faulty', refundTo },
          },
        );
      },
    },
  }),
  ...stepsOfLife('return', returnLife, {
    statusOf: ({ status }) => status,
    weights: { 'sent-back': 6, cancelled: 1, cancelTrackedRequest: 1, inspectReturn: 10 },
    set: setsStatus(updateReturnStatus),
    inspectReturn(one, { random, admin, recordName }) {
      const isAsDescribed = random.chance(0.7);
      const isRestocked = random.chance(0.8);
      const says = isAsDescribed
        ? `settles ${recordName} as described`
        : `offers half the refund of ${recordName}`;
      return calls(admin, says, inspectReturn, {
        params: { id: one._id },
        body: {
          version: one.version,
          adminNotes: 'Seen on the table.',
          lines: (one.lines ?? []).map(({ key }) => ({ key, isRestocked })),
          ...(isAsDescribed ? {} : { offeredRefund: half(one) }),
        },
      });
    },
    acceptQuote: byLink('accepts the lower refund of', acceptQuote, answered),
    declineQuote: byLink('declines the lower refund of', declineQuote, answered),
    cancelTrackedRequest: byLink('cancels', cancelTrackedRequest),
  }),
];
