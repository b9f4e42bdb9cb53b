import type { ReturnAnswer } from '@kinmel/contracts';
import { fromMinorUnits } from '@kinmel/contracts/browser';
import { refundTexts } from '@kinmel/pricing';
import { formatMoney, formatPrice } from '@kinmel/web-kit';
import { createdColumn, Lines, statusColumn } from '../../lists/cells.tsx';
import { linkFact } from '../../lists/details/record-details.tsx';
import { statusFilter } from '../../lists/filters.tsx';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { column } from '../../lists/table/list-column.ts';
import { requestList } from '../../requests/request-list.tsx';
import { photoColumn } from '../../requests/request-photo.tsx';
import { statusesOf } from '../../requests/request-texts.ts';
import { InspectDialog } from './inspect-dialog.tsx';

/** The refund, or the lower one that was offered. */
const refundOf = ({ refund, offeredRefund }: ReturnAnswer) => formatMoney(offeredRefund ?? refund);

const goodsOf = ({ lines }: ReturnAnswer) => lines.map(({ name, quantity }) => `${quantity} × ${name}`);

function outcomeText({ isRestocked }: ReturnAnswer['lines'][number]): string {
  if (isRestocked === null) return '';
  return isRestocked ? ', restocked' : ', written off';
}

/** A button to a status. Its text depends on the step: the same status can be the next step or a step back. */
const stepTo = (targetStatus: ReturnAnswer['status'], text: string, ...from: ReturnAnswer['status'][]) =>
  ({
    dialog: 'status',
    targetStatus,
    text,
    look: 'line',
    canTake: ({ status }: ReturnAnswer) => from.includes(status),
  }) as const;

/** Returns of goods, from their acceptance to the inspection. */
export default requestList<ReturnAnswer>({
  kind: 'return',
  name: 'returns',
  title: 'Returns',
  noun: 'return',
  customerOf: (request) => request,
  subjectOf: (request) => `${goodsOf(request).join(', ')}, of ${request.name}`,
  search: { label: 'Search returns', placeholder: 'Search by order, name, email or phone' },
  filters: { status: statusFilter(statusesOf('return')) },
  failed: 'The returns could not be loaded.',
  empty: 'No returns found',
  columns: [
    column('customer', 'Customer', ({ name, email }) => <Lines lines={[name, email]} />),
    column('order', 'Order', ({ orderNumber }) => <Lines lines={[orderNumber]} />),
    column('goods', 'Goods', (request) => <Lines lines={goodsOf(request)} canWrap />),
    column('refund', 'Refund', (request) => (
      <Lines lines={[refundOf(request), sentenceCase(request.refundTo)]} />
    )),
    statusColumn,
    { ...createdColumn, key: 'submitted', header: 'Submitted' },
  ],
  card: (request) => ({
    lines: [request.name, request.orderNumber, goodsOf(request).join(', ')],
    figure: ['Refund', refundOf(request)],
  }),
  steps: [
    { dialog: 'status', targetStatus: 'rejected', text: 'Reject', look: 'ghostDanger' },
    stepTo('accepted', 'Did not come', 'received'),
    stepTo('accepted', 'Take up again', 'rejected', 'cancelled'),
    stepTo('received', 'Inspect again', 'offered', 'to-send-back'),
    stepTo('to-send-back', 'Not sent', 'sent-back'),
    { ...stepTo('to-send-back', 'Send back', 'received'), look: 'ghostDanger' },
    { ...stepTo('accepted', 'Accept', 'pending'), look: 'solid' },
    { ...stepTo('received', 'Received', 'accepted'), look: 'solid' },
    { ...stepTo('sent-back', 'Sent', 'to-send-back'), look: 'solid' },
    {
      dialog: 'inspect',
      text: 'Inspect',
      rowText: 'Inspect',
      right: 'returns.inspect',
      canTake: (one) => one.status === 'received',
    },
  ],
  details: (request) => ({
    title: 'Return Details',
    verb: 'submitted',
    groups: {
      Goods: request.lines.map((line) => [
        `${line.name} ${line.details}`.trim(),
        `${line.quantity} × ${formatPrice(fromMinorUnits(line.unitPriceInMinorUnits))}${outcomeText(line)}`,
      ]),
      Refund: [
        ...refundTexts(request.lines, request.steps).map(
          ([name, amount]) => [name, formatPrice(fromMinorUnits(amount))] as const,
        ),
        ['Total', formatMoney(request.refund)],
        ['Lower refund', request.offeredRefund ? refundOf(request) : 'None'],
        ['To', sentenceCase(request.refundTo)],
      ],
      Return: [
        linkFact('Order', recordAddress({ kind: 'order', id: request.orderId }), request.orderNumber),
        ['Reason', sentenceCase(request.reason)],
      ],
    },
    texts: { Message: request.message },
    picture: photoColumn(request.photos, ({ by }, number) => `Goods, ${number}, by the ${by}`),
  }),
  dialogs: { inspect: InspectDialog },
});
