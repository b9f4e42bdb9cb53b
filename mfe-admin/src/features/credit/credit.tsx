import type { CreditPosting } from '@kinmel/contracts';
import { creditCauseLabels } from '@kinmel/contracts/browser';
import { formatMoney, Link } from '@kinmel/web-kit';
import { useParams } from 'react-router-dom';
import { reasonOf } from '../../failure-text.ts';
import { DialogButton } from '../../forms/dialog-button.tsx';
import type { ListState } from '../../lists/address/list-state.rules.ts';
import cells from '../../lists/cells.module.css';
import { Lines } from '../../lists/cells.tsx';
import type { RecordColumn, ShownList } from '../../lists/list-declaration.ts';
import { recordList } from '../../lists/record-list.tsx';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { StatStrip } from '../../lists/stat-strip.tsx';
import { column } from '../../lists/table/list-column.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { creditApi } from './credit-api.ts';
import { CreditDialog } from './credit-dialog.tsx';
import type { CreditChangeKind } from './credit-form.rules.ts';

const actorTexts = { admin: 'by staff', customer: 'by the customer', shop: 'by the shop' };

/** The credit of the customer in the address, and one page of its changes. */
function useCredit({ page }: Pick<ListState, 'page'>) {
  const { customer: userId = '' } = useParams();
  return creditApi.useGetCustomerCreditQuery({ userId, page }, { refetchOnMountOrArgChange: true });
}

function Balance({ list }: { list: ShownList<CreditPosting> }) {
  const { data, error } = useCredit(list.state);
  if (error !== undefined) return null;
  return (
    <StatStrip label="Credit" stats={[{ label: 'Balance', value: data && formatMoney(data.balance) }]} />
  );
}

function ChangeButtons({
  may,
  onChanged,
}: Pick<ShownList<CreditPosting>, 'may'> & { onChanged: () => void }) {
  const { customer: userId = '' } = useParams();
  const dialog = (kind: CreditChangeKind) => (close: () => void) => (
    <CreditDialog userId={userId} kind={kind} onClose={close} onChanged={onChanged} />
  );
  return (
    <>
      {may('credit.correct') ? <DialogButton text="Correct">{dialog('corrections')}</DialogButton> : null}
      {may('credit.give') ? (
        <DialogButton text="Give credit" look="solid">
          {dialog('goodwill')}
        </DialogButton>
      ) : null}
    </>
  );
}

const columns: readonly RecordColumn<CreditPosting>[] = [
  column('at', 'When', (row) => <Lines lines={[formatMoment(row.at), actorTexts[row.by]]} />),
  column('cause', 'Cause', ({ cause, reason }) => (
    <Lines canWrap lines={[creditCauseLabels[cause], reason]} />
  )),
  column('order', 'Order', ({ order }) =>
    order ? <Link to={recordAddress({ kind: 'order', id: order.id })}>{order.orderNumber}</Link> : null,
  ),
  column(
    'amount',
    'Amount',
    ({ amount }) => (
      <span
        className={cells.name}
      >{`${amount.amountInMinorUnits > 0 ? '+' : ''}${formatMoney(amount)}`}</span>
    ),
    { align: 'end' },
  ),
  column(
    'balance',
    'Balance after',
    ({ balanceAfter }) => <span className="nowrap">{formatMoney(balanceAfter)}</span>,
    { align: 'end' },
  ),
];

/** The credit of one customer: balance, changes newest first, goodwill and corrections. */
export default recordList<CreditPosting>({
  name: 'credit',
  label: 'Changes of credit',
  title: 'Credit of a customer',
  noun: 'change',
  titleActions: ({ refresh, may }) => <ChangeButtons may={may} onChanged={refresh} />,
  Stats: Balance,
  nameOf: ({ cause, at }) => `${creditCauseLabels[cause]}, ${formatMoment(at)}`,
  useRows: useCredit,
  failed: (error) => reasonOf(error, 'The credit could not be loaded.'),
  empty: 'Nothing has changed the credit of this customer yet.',
  columns,
});
