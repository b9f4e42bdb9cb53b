import type { Payout } from '@kinmel/contracts';
import { Button } from '@kinmel/ui';
import { formatDate, Link } from '@kinmel/web-kit';
import cells from '../../lists/cells.module.css';
import { createdColumn, Lines, stackedCells, statusColumn } from '../../lists/cells.tsx';
import { statusFilter } from '../../lists/filters.tsx';
import type { RecordColumn, ShownList } from '../../lists/list-declaration.ts';
import { recordList } from '../../lists/record-list.tsx';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { methodName, PayoutDialog, sumOf, waitsForApproval } from './payout-dialogs.tsx';
import { payoutsApi } from './payouts-api.ts';

/** The step that a payout waits for. */
function NextStep({ row, list }: { row: Payout; list: ShownList<Payout> }) {
  const { status, paidBy, paidAt, paymentReference, reference } = row;
  if (status === 'paid')
    return (
      <Lines
        lines={[
          `${paidBy ?? 'Paid'}${paidAt ? `, ${formatDate(paidAt, 'short')}` : ''}`,
          ...(paymentReference ? [paymentReference] : []),
        ]}
      />
    );
  const text = waitsForApproval(row) ? 'Approve' : 'Pay';
  return (
    <Button
      look="line"
      size="small"
      aria-label={`${text} payout ${reference}`}
      onClick={() => list.ask('step', row)}
    >
      {text}
    </Button>
  );
}

const columns: readonly RecordColumn<Payout>[] = [
  {
    key: 'request',
    header: 'Sell request',
    cell: ({ id, reference, subject }) => (
      <Link to={recordAddress({ kind: 'sell-request', id })}>
        <Lines lines={[reference, subject]} />
      </Link>
    ),
  },
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ customer }) => <Lines lines={[customer.name, customer.email]} />,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: (row) => <span className={cells.nowrap}>{sumOf(row)}</span>,
  },
  {
    key: 'method',
    header: 'To',
    cell: ({ method, account }) => <Lines lines={[methodName(method), ...(account ? [account] : [])]} />,
  },
  statusColumn,
  {
    key: 'approved',
    header: 'Four eyes',
    cell: ({ needsApproval, approvedBy }) =>
      needsApproval ? (approvedBy ? `Approved by ${approvedBy}` : 'Needs approval') : null,
  },
  { ...createdColumn, key: 'created', header: 'Since' },
  { key: 'step', header: 'Paid', cell: (row, list) => <NextStep row={row} list={list} /> },
];

/** What the shop pays for phones: the open ones first, oldest first. */
export default recordList<Payout>({
  name: 'payouts',
  kind: 'payout',
  label: 'Payouts',
  title: 'Payouts',
  noun: 'payout',
  canRefresh: true,
  nameOf: ({ reference, customer }) => `${reference}, ${customer.name}`,
  filters: { status: statusFilter(['due', 'approved', 'paid']) },
  useRows: ({ page, filters }) =>
    payoutsApi.useListPayoutsQuery({ page, status: filters['status'] }, { refetchOnMountOrArgChange: true }),
  failed: 'The payouts could not be loaded.',
  empty: 'No payouts found',
  columns,
  card: stackedCells(columns),
  dialogs: { step: PayoutDialog },
});
