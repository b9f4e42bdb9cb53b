import type { SellRequestAnswer } from '@kinmel/contracts';
import { phoneName, shownName, storageName } from '@kinmel/contracts/browser';
import { Badge } from '@kinmel/ui';
import cells from '../../lists/cells.module.css';
import { createdColumn, Lines, statusColumn } from '../../lists/cells.tsx';
import { linkFact } from '../../lists/details/record-details.tsx';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { DeleteButton, RowButton } from '../../lists/row-buttons.tsx';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { column } from '../../lists/table/list-column.ts';
import { requestList } from '../../requests/request-list.tsx';
import { RequestPhoto } from '../../requests/request-photo.tsx';
import { dollars, statusesOf } from '../../requests/request-texts.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { OfferFindings } from './offer-findings.tsx';
import { QuoteDialog } from './quote-dialog.tsx';
import { ReceiveDialog } from './receive-dialog.tsx';
import { agreedText, cssColors, paidText, phoneText } from './sell-request-texts.ts';
import classes from './sell-requests.module.css';

const statuses = ['all', ...statusesOf('sell-request')];

export default requestList<SellRequestAnswer>({
  kind: 'sell-request',
  name: 'sell-requests',
  label: 'Sell phone requests',
  noun: 'request',
  customerOf: ({ fullName: name, contactEmail: email, contactPhone: phone }) => ({ name, email, phone }),
  subjectOf: (request) => `${phoneText(request)}, of ${request.fullName}`,
  search: {
    label: 'Search sell phone requests',
    placeholder: 'Search by brand, model, email, phone, or name...',
  },
  filters: { status: { values: statuses } },
  tabs: {
    filter: 'status',
    values: statuses,
    label: (value, rows) => {
      const count = rows.filter(({ status }) => status === 'pending').length;
      return (
        <>
          <span>{sentenceCase(value)}</span>
          {value === 'pending' ? (
            <Badge count={count} label={`${count} pending on this page`} className={classes.pending} />
          ) : null}
        </>
      );
    },
  },
  failed: 'Error: Failed to fetch requests',
  empty: 'No requests found',
  columns: [
    column('customer', 'Customer', ({ fullName }) => <Lines lines={[fullName]} canWrap />),
    column(
      'contact',
      'Contact',
      ({ contactEmail, contactPhone }) => <Lines lines={[contactEmail, contactPhone]} />,
      { isHideable: true },
    ),
    column('phone', 'Phone details', (request) => (
      <Lines lines={[phoneName(request), `${storageName(request.storage)}, ${request.condition}`]} canWrap />
    )),
    column(
      'color',
      'Color',
      ({ color }) => (
        <span className="line gap-8 nowrap">
          {cssColors[color] ? (
            <span className={classes.paint} style={{ background: cssColors[color] }} aria-hidden="true" />
          ) : null}
          {shownName(color)}
        </span>
      ),
      { isHideable: true },
    ),
    column('image', 'Image', ({ phoneImage }) => <RequestPhoto src={phoneImage} alt="" size="thumbnail" />, {
      isHideable: true,
    }),
    column(
      'price',
      'Expected price',
      ({ expectedPrice }) => <span className={cells.name}>{dollars(expectedPrice)}</span>,
      { align: 'end' },
    ),
    statusColumn,
    { ...createdColumn, key: 'submitted', header: 'Submitted' },
  ],
  rowActions: (request, list, name) => (
    <>
      <RowButton text="View" look="tonal" name={name} onClick={() => list.open(request)} />
      {list.may('requests.quote') ? (
        <RowButton text="Quote" name={name} onClick={() => list.openDialog('quote', request)} />
      ) : null}
      {list.may('requests.change') ? (
        <RowButton text="Status" name={`of ${name}`} onClick={() => list.openDialog('status', request)} />
      ) : null}
      {list.may('requests.delete') ? (
        <DeleteButton name={name} onClick={() => list.openDialog('delete', request)} />
      ) : null}
    </>
  ),
  card: (request) => ({
    picture: <RequestPhoto src={request.phoneImage} alt="" size="thumbnail" />,
    lines: [request.fullName, phoneName(request), `${storageName(request.storage)}, ${request.condition}`],
    figure: ['Expected price', dollars(request.expectedPrice)],
  }),
  steps: [
    { dialog: 'delete', text: 'Delete', look: 'ghostDanger', right: 'requests.delete' },
    { dialog: 'status', text: 'Update Status', look: 'line' },
    { dialog: 'quote', text: 'Update Quote', right: 'requests.quote' },
    {
      dialog: 'receive',
      text: 'Receive phone',
      right: 'devices.receive',
      canTake: ({ status, deviceId }) => status === 'accepted' && !deviceId,
    },
  ],
  details: (request) => ({
    title: 'Request Details',
    verb: 'submitted',
    groups: {
      Phone: [
        ['Brand, model', phoneName(request)],
        ['Storage', storageName(request.storage)],
        ['Condition', sentenceCase(request.condition ?? '')],
        ['Color', shownName(request.color)],
        request.imeiLastFour && ['IMEI', `…${request.imeiLastFour}`],
        request.deviceId && linkFact('Device', recordAddress({ kind: 'device', id: request.deviceId })),
      ],
      'Pricing and status': [
        ['Expected price', dollars(request.expectedPrice)],
        [
          'Seller saw',
          request.estimate
            ? `${dollars(request.estimate.low)} to ${dollars(request.estimate.high)}`
            : 'No estimate',
        ],
        ['Estimated price', dollars(request.estimatedPrice)],
        request.quoteValidUntil && ['Quote ends', formatMoment(request.quoteValidUntil)],
        request.agreed && ['Agreed', agreedText(request.agreed)],
        request.agreed?.payment && ['Chosen payment', paidText(request.agreed.payment)],
        request.status === 'completed'
          ? ['Settlement', request.isSettled ? 'Settled as agreed' : 'Closed without payment']
          : null,
        request.sentBack && [
          'Phone sent back',
          [formatMoment(request.sentBack.at), request.sentBack.note].filter(Boolean).join(', '),
        ],
        ['Charger', request.hasCharger ? 'Yes' : 'No'],
        ['Status', sentenceCase(request.status)],
        ['Submitted', formatMoment(request.createdAt)],
        ['Last updated', formatMoment(request.updatedAt)],
      ],
    },
    head: request.imeiLastFour ? <OfferFindings request={request} /> : null,
    texts: { Description: request.description },
    picture: (
      <RequestPhoto
        src={request.phoneImage}
        alt={`${phoneName(request)}, as its seller sent it`}
        size="large"
      />
    ),
  }),
  dialogs: { quote: QuoteDialog, delete: DeleteDialog, receive: ReceiveDialog },
});
