import { refundTargets, returnReasons, returnStatuses } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/service-kit';
import { pick, type RequestKindDeclaration } from '../requests/request-kind.ts';
import { goodsOf, money, type Return, refundOf, returnRules } from './return.rules.ts';

const text = { type: String, required: true };
const amount = { type: Number, min: 0 };

/** What customer and staff see of the goods; `photos` is the address of its photos. */
function contentOf(request: Return, photos: string) {
  const offered = request.offeredRefundInMinorUnits;
  return {
    ...pick(request, 'orderId', 'orderNumber', 'reason', 'message', 'refundTo'),
    steps: [...request.steps],
    lines: request.lines.map(({ productId: _product, isProduct: _isProduct, ...line }) => line),
    refund: money(request.refundInMinorUnits),
    offeredRefund: offered === null ? null : money(offered),
    photos: request.photos.map(({ id, by }) => ({ path: `${photos}/${id}`, by })),
  };
}

const nextSteps: Partial<Record<Return['status'], readonly ('accept' | 'decline' | 'cancel')[]>> = {
  pending: ['cancel'],
  accepted: ['cancel'],
  offered: ['accept', 'decline'],
};

export const returned = {
  ...returnRules,
  linkLetter: 'r',
  collection: 'returns',
  statuses: returnStatuses,
  fields: {
    orderId: text,
    orderNumber: text,
    turn: { type: Number, required: true, min: 1 },
    lines: { type: [Object], required: true },
    reason: { ...text, enum: returnReasons },
    message: { type: String, default: '' },
    refundTo: { ...text, enum: refundTargets },
    refundInMinorUnits: { ...amount, required: true },
    steps: { type: [Object], required: true },
    offeredRefundInMinorUnits: { ...amount, default: null },
  },
  // R3: prevents two returns at once, and one by outdated counts of pieces.
  indexes: [[{ orderId: 1, turn: 1 }, { unique: true }]],
  searchedBy: ({ orderNumber, name, email, phone }) => [orderNumber, name, email, phone],
  subjectFields: ['lines'],
  answer: (request) => ({
    ...pick(request, 'name', 'email', 'phone'),
    ...contentOf(request, `/api/returns/${request.id}/photos`),
  }),
  tracked: (request, _now, _calendar, link) => ({
    actions: [...(nextSteps[request.status] ?? [])],
    returned: contentOf(request, `/api${link}/photos`),
  }),
  cells: (request) => ({
    goods: goodsOf(request).join('; '),
    refundAmount: fromMinorUnits(refundOf(request)),
  }),
  audited: ({ offeredRefundInMinorUnits: offered, lines }) => ({
    offeredRefund: offered === null ? undefined : fromMinorUnits(offered),
    restocked: lines.filter(({ isRestocked }) => isRestocked).map(({ key }) => key),
  }),
} satisfies RequestKindDeclaration<Return>;
