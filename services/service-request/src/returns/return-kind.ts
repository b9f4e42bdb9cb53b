import { returnStatuses } from '@kinmel/contracts';
import { fromMinorUnits, pick } from '@kinmel/service-kit';
import type { RequestKindDeclaration, TrackedPart } from '../requests/request-kind.ts';
import { type Return, refundOf, returnRules, shownFields } from './return.rules.ts';

const refundAmountOf = (request: Return) => fromMinorUnits(refundOf(request).amountInMinorUnits);

/** @param photosPath address of the request's photos */
const contentOf = (request: Return, photosPath: string) => ({
  ...pick(request, ...shownFields),
  lines: request.lines.map(({ productId: _product, isProduct: _isProduct, ...line }) => line),
  photos: request.photos.map(({ id, by }) => ({ path: `${photosPath}/${id}`, by })),
});

function actionsOf(request: Return): TrackedPart['actions'] {
  if (request.status === 'offered') return ['accept', 'decline'];
  return returnRules.usualSteps[request.status].includes('cancelled') ? ['cancel'] : [];
}

export const returnKind = {
  ...returnRules,
  linkLetter: 'r',
  collection: 'returns',
  statuses: returnStatuses,
  retiredIndexes: ['orderId_1_turn_1'],
  // Order has released the goods, because it got the answer that this return does not exist (SR-R9).
  takenText: 'This return was not completed in time. Please reload the page and send it again.',
  searchedBy: ({ orderNumber }) => ({ codes: [orderNumber] }),
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
