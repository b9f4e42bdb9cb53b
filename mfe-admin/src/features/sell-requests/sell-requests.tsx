import type { SellRequestAnswer } from '@kinmel/contracts';
import { Badge, Button, IconButton } from '@kinmel/ui';
import { formatDate } from '@kinmel/web-kit';
import Trash2 from 'lucide-react/icons/trash-2';
import cells from '../../lists/cells.module.css';
import { Lines, RowCard } from '../../lists/cells.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { customerFacts, RequestDetails } from '../../requests/details/request-details.tsx';
import { requestList } from '../../requests/request-list.tsx';
import { capital, dollars, formatMoment, shortId, statusesOf } from '../../requests/request-words.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { QuoteDialog } from './quote-dialog.tsx';
import { RequestPhoto } from './request-photo.tsx';
import { paints, phoneName, phoneText } from './sell-request-words.ts';
import classes from './sell-requests.module.css';
import { sellRequestsApi, sellRequestsPerPage } from './sell-requests-api.ts';

function Details({ row: request, list, onClose }: RecordDialogProps<SellRequestAnswer>) {
  const { estimate, quoteValidUntil } = request;
  return (
    <RequestDetails
      title="Request Details"
      request={request}
      verb="submitted"
      groups={{
        Customer: customerFacts(request.fullName, request.contactEmail, request.contactPhone),
        Phone: [
          ['Brand, model', phoneName(request)],
          ['Storage', `${request.storage} GB`],
          ['Condition', capital(request.condition ?? '')],
          ['Color', capital(request.color ?? '')],
        ],
        'Pricing and status': [
          ['Expected price', dollars(request.expectedPrice)],
          ['Seller saw', estimate ? `${dollars(estimate.low)} to ${dollars(estimate.high)}` : 'No estimate'],
          ['Estimated price', dollars(request.estimatedPrice)],
          ...(quoteValidUntil ? [['Quote ends', formatMoment(quoteValidUntil)] as const] : []),
          ['Charger', request.hasCharger ? 'Yes' : 'No'],
          ['Status', wordOf(request.status)],
          ['Submitted', formatMoment(request.createdAt)],
          ['Last updated', formatMoment(request.updatedAt)],
        ],
      }}
      texts={{ Description: request.description }}
      picture={<RequestPhoto request={request} size="large" />}
      actions={
        <>
          <Button look="ghostDanger" onClick={() => list.ask('delete', request)}>
            Delete
          </Button>
          <Button look="line" onClick={() => list.ask('status', request)}>
            Update Status
          </Button>
          <Button onClick={() => list.ask('quote', request)}>Update Quote</Button>
        </>
      }
      onClose={onClose}
    />
  );
}

/** Requests of customers who want to sell a phone. */
export default requestList<SellRequestAnswer>({
  kind: 'sell-request',
  name: 'sell-requests',
  label: 'Sell phone requests',
  noun: 'request',
  customerOf: ({ fullName }) => fullName,
  subjectOf: (request) => `${phoneText(request)}, of ${request.fullName}`,
  search: {
    label: 'Search sell phone requests',
    placeholder: 'Search by brand, model, email, phone, or name...',
  },
  filters: { status: { values: ['all', ...statusesOf['sell-request']] } },
  tabs: {
    filter: 'status',
    label: (value, rows) => {
      const count = rows.filter(({ status }) => status === 'pending').length;
      return (
        <>
          {wordOf(value)}
          {value === 'pending' ? (
            <Badge count={count} label={`${count} pending on this page`} className={classes.pending} />
          ) : null}
        </>
      );
    },
  },
  useRows: ({ page, filters, search }) =>
    sellRequestsApi.useListSellRequestsQuery(
      { page, status: filters['status'] ?? 'all', search },
      { refetchOnMountOrArgChange: true },
    ),
  pageSize: sellRequestsPerPage,
  failed: 'Error: Failed to fetch requests',
  empty: 'No requests found',
  columns: [
    { key: 'id', header: 'ID', cell: ({ id }) => <span className={cells.detail}>{shortId(id)}</span> },
    { key: 'customer', header: 'Customer', cell: ({ fullName }) => <Lines lines={[fullName]} canWrap /> },
    {
      key: 'contact',
      header: 'Contact',
      isHideable: true,
      cell: ({ contactEmail, contactPhone }) => <Lines lines={[contactEmail, contactPhone]} />,
    },
    {
      key: 'phone',
      header: 'Phone details',
      cell: (request) => (
        <Lines lines={[phoneName(request), `${request.storage} GB, ${request.condition}`]} canWrap />
      ),
    },
    {
      key: 'color',
      header: 'Color',
      isHideable: true,
      cell: ({ color }) => (
        <span className={classes.color}>
          {paints[color] ? (
            <span className={classes.paint} style={{ background: paints[color] }} aria-hidden="true" />
          ) : null}
          {capital(color ?? '')}
        </span>
      ),
    },
    {
      key: 'image',
      header: 'Image',
      isHideable: true,
      cell: (request) => <RequestPhoto request={request} size="thumbnail" />,
    },
    {
      key: 'price',
      header: 'Expected price',
      align: 'end',
      cell: ({ expectedPrice }) => <span className={cells.name}>{dollars(expectedPrice)}</span>,
    },
    { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'submitted',
      header: 'Submitted',
      isHideable: true,
      cell: ({ createdAt }) => <span className={cells.nowrap}>{formatDate(createdAt, 'short')}</span>,
    },
    {
      key: 'actions',
      header: 'Actions',
      cell: (request, list) => {
        const whose = `request ${shortId(request.id)} of ${request.fullName}`;
        const step = (what: string, word: string) => (
          <Button
            look="ghost"
            size="small"
            aria-label={`${word} ${whose}`}
            onClick={() => list.ask(what, request)}
          >
            {word.split(' ')[0]}
          </Button>
        );
        return (
          <span className={classes.actions}>
            <Button look="tonal" size="small" aria-label={`View ${whose}`} onClick={() => list.open(request)}>
              View
            </Button>
            {step('quote', 'Quote')}
            {step('status', 'Status of')}
            <IconButton
              label={`Delete ${whose}`}
              className={cells.delete}
              onClick={() => list.ask('delete', request)}
            >
              <Trash2 />
            </IconButton>
          </span>
        );
      },
    },
  ],
  card: (request, list) => (
    <RowCard
      picture={<RequestPhoto request={request} size="thumbnail" />}
      lines={[request.fullName, phoneName(request), `${request.storage} GB, ${request.condition}`]}
      figure={dollars(request.expectedPrice)}
      status={request.status}
      onOpen={() => list.open(request)}
    />
  ),
  Details,
  dialogs: { quote: QuoteDialog, delete: DeleteDialog },
});
