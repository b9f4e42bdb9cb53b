import { refundTargets, returnReasons, returnStatuses } from '@kinmel/contracts';
import { fromMinorUnits, pick } from '@kinmel/service-kit';
import type { RequestKindDeclaration, TrackedPart } from '../requests/request-kind.ts';
import { type Return, refundOf, returnRules, shownFields } from './return.rules.ts';

const text = { type: String, required: true };
const refundAmountOf = (request: Return) => fromMinorUnits(refundOf(request).amountInMinorUnits);

/** @param photos address of its photos */
const contentOf = (request: Return, photos: string) => ({
  ...pick(request, ...shownFields),
  lines: request.lines.map(({ productId: _product, isProduct: _isProduct, ...line }) => line),
  photos: request.photos.map(({ id, by }) => ({ path: `${photos}/${id}`, by })),
});

function actionsOf(request: Return): TrackedPart['actions'] {
  if (request.status === 'offered') return ['accept', 'decline'];
  return returnRules.usualSteps[request.status].includes('cancelled') ? ['cancel'] : [];
}

export const returned = {
  ...returnRules,
  linkLetter: 'r',
  collection: 'returns',
  statuses: returnStatuses,
  fields: {
    orderId: text,
    orderNumber: text,
    lines: { type: [Object], required: true },
    reason: { ...text, enum: returnReasons },
    message: { type: String, default: '' },
    refundTo: { ...text, enum: refundTargets },
    refund: { type: Object, required: true },
    steps: [Object],
    offeredRefund: { type: Object, default: null },
    isClaimed: Boolean,
  },
  // Order was told that there is no such return (R9).
  takenText: 'This return was not completed in time. Please reload the page and send it again.',
  searchedBy: ({ orderNumber, name, email, phone }) => [orderNumber, name, email, phone],
  subjectFields: ['lines'],
  answer: (request) => ({
    ...pick(request, 'name', 'email', 'phone'),
    ...contentOf(request, `/api/returns/${request.id}/photos`),
  }),
  tracked: (request, _now, _calendar, link) => ({
    actions: actionsOf(request),
    returned: contentOf(request, `/api${link}/photos`),
  }),
  cells: (request) => ({ goods: returnRules.subjectOf(request), refundAmount: refundAmountOf(request) }),
  audited: (request) => ({
    offeredRefund: request.offeredRefund ? refundAmountOf(request) : undefined,
    restocked: request.lines.filter(({ isRestocked }) => isRestocked).map(({ key }) => key),
  }),
} satisfies RequestKindDeclaration<Return>;
