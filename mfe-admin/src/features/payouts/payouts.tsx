import type { Payout } from '@kinmel/contracts';
import { creditCauseLabels, paymentMethods, payoutMethodLabels } from '@kinmel/contracts/browser';
import { payoutLife, statusesOf } from '@kinmel/contracts/life';
import { Alert, Field, TextInput } from '@kinmel/ui';
import { formatDate, formatMoney, Link } from '@kinmel/web-kit';
import { useState } from 'react';
import { photoIdsOf, photosInput } from '../../forms/photos-field.tsx';
import { isFilled, reasonInput, StepDialog, saysWhy } from '../../forms/step-dialog.tsx';
import cells from '../../lists/cells.module.css';
import { CutText, createdColumn, Lines, statusColumn } from '../../lists/cells.tsx';
import { statusFilter } from '../../lists/filters.tsx';
import type { RecordDialogProps, ShownList } from '../../lists/list-declaration.ts';
import { recordList } from '../../lists/record-list.tsx';
import { recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { oneRecord } from '../../lists/records/use-one-record.ts';
import { RowButton } from '../../lists/row-buttons.tsx';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { column } from '../../lists/table/list-column.ts';
import { payoutsApi } from './payouts-api.ts';

/** Labels of the payment methods: "Bank", "eSewa". */
const methodNames: Readonly<Record<Payout['method'], string>> = {
  ...payoutMethodLabels,
  credit: paymentMethods.credit.label,
};

/** Neither cash nor credit has a transfer. */
const hasTransfer = ({ method }: Payout): boolean => method !== 'cash' && method !== 'credit';

/** A large sum is approved before it is paid. */
const waitsForApproval = ({ needsApproval, status }: Payout): boolean => needsApproval && status === 'due';

/** The properties that both dialogs share. */
function usePayoutStep({ row, list, onClose }: RecordDialogProps<Payout>) {
  const [read] = payoutsApi.useLazyGetPayoutQuery();
  return {
    kind: 'payout',
    record: row,
    list,
    onClose,
    readFresh: async (id: string) => (await read(id)).data,
    conflict: (fresh: Payout) => [
      { name: 'Status', stored: sentenceCase(fresh.status), entered: sentenceCase(row.status) },
    ],
    failed: 'The payout could not be changed. Trying again is safe.',
  };
}

/** Stops a payout with a reason, or resumes it. */
function StopDialog(props: RecordDialogProps<Payout>) {
  const { row } = props;
  const [change] = payoutsApi.useChangePayoutMutation();
  const isStopped = row.status === 'stopped';
  return (
    <StepDialog<Payout, { reason: string }>
      {...usePayoutStep(props)}
      title={isStopped ? 'Take payout up again' : 'Stop payout'}
      what="stop"
      fieldsOf={() => ({ reason: '' })}
      save={({ reason }, { id, version } = row) =>
        change(isStopped ? { id, step: 'resumption', version } : { id, step: 'stop', version, reason })
      }
      about={() => (
        <p>
          <strong>{formatMoney(row.amount)}</strong>{' '}
          <span>{`to ${row.customer.name}. ${isStopped ? 'A large sum is approved anew.' : 'Its customer gets no mail.'}`}</span>
        </p>
      )}
      inputs={() => [isStopped ? null : reasonInput('reason', 'Only staff read it.', saysWhy)]}
    />
  );
}

/** Approves a payout, or records its payment exactly once. */
function PayoutDialog(props: RecordDialogProps<Payout>) {
  const { row } = props;
  const [change] = payoutsApi.useChangePayoutMutation();
  // Not a field of the form, because those are stored in the draft.
  const [password, setPassword] = useState('');
  const isPayment = !waitsForApproval(row);
  const isOptional = !hasTransfer(row);
  const destination = [methodNames[row.method], row.account].filter(Boolean).join(' ');
  return (
    <StepDialog<Payout, { paymentReference: string; photos: string }>
      {...usePayoutStep(props)}
      title={isPayment ? 'Pay payout' : 'Approve payout'}
      submitText={isPayment ? 'Record payment' : 'Approve'}
      what="step"
      fieldsOf={() => ({ paymentReference: '', photos: '' })}
      save={({ paymentReference, photos }, { id, version } = row) =>
        isPayment
          ? change({
              id,
              step: 'payment',
              version,
              paymentReference: paymentReference.trim(),
              proofId: photoIdsOf(photos)[0] ?? null,
              ...(password === '' ? {} : { password }),
            })
          : change({ id, step: 'approval', version })
      }
      about={() => (
        <p>
          <strong>{formatMoney(row.amount)}</strong>{' '}
          <span>{`to ${row.customer.name}, ${destination}, for ${row.subject}.`}</span>
        </p>
      )}
      inputs={() => [
        row.needsApproval ? (
          <Alert key="four-eyes" tone="info">
            Four eyes for a sum like this: one person approves, another one pays. The only person of the staff
            confirms with the password instead.
          </Alert>
        ) : null,
        // A payout of credit is a posting in the shop's own ledger, without a reference.
        isPayment && row.method !== 'credit'
          ? {
              name: 'paymentReference',
              label: 'Reference of the payment',
              hint: 'Its customer gets a mail with it.',
              optional: isOptional,
              must: [(text) => isOptional || isFilled(text), 'Please enter the reference of the transfer.'],
            }
          : null,
        isPayment && row.needsApproval ? (
          <Field
            key="password"
            label="Your password"
            hint="Only if you approved it yourself and are the only person of the staff."
            optional
          >
            <TextInput
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={({ target }) => setPassword(target.value)}
            />
          </Field>
        ) : null,
        isPayment && row.method !== 'credit'
          ? photosInput(
              {
                path: '/api/admin/payouts/proofs',
                maxPhotos: 1,
                optional: true,
                seenBy: 'Only staff see it.',
              },
              'Receipt',
            )
          : null,
      ]}
    />
  );
}

/** The next step of a payout. */
function NextStep({ row, list }: { row: Payout; list: ShownList<Payout> }) {
  const { status, paidBy, paidAt, paymentReference, reference, proof } = row;
  if (status === 'paid')
    return (
      <>
        <Lines lines={[paidBy ?? 'Paid', paidAt && formatDate(paidAt, 'short'), paymentReference]} />
        {proof ? (
          <a href={proof} target="_blank" rel="noreferrer" aria-label={`Receipt of payout ${reference}`}>
            Receipt
          </a>
        ) : null}
      </>
    );
  const button = (text: string, dialog: 'step' | 'stop') => (
    <RowButton
      text={text}
      name={`payout ${reference}`}
      look="line"
      onClick={() => list.openDialog(dialog, row)}
    />
  );
  const canPay = list.may('payouts.pay');
  if (status === 'stopped' || status === 'ended')
    return (
      <span className="row">
        <CutText className="quiet">{row.stopReason ?? ''}</CutText>
        {canPay && status === 'stopped' ? button('Resume', 'stop') : null}
      </span>
    );
  const isApproval = waitsForApproval(row);
  return (
    <span className={cells.actions}>
      {list.may(isApproval ? 'payouts.approve' : 'payouts.pay')
        ? button(isApproval ? 'Approve' : 'Pay', 'step')
        : null}
      {canPay ? button('Stop', 'stop') : null}
    </span>
  );
}

/** All payouts: open ones first, oldest first. */
export default recordList<Payout>({
  name: 'payouts',
  kind: 'payout',
  title: 'Payouts',
  noun: 'payout',
  canRefresh: true,
  nameOf: ({ reference, customer }) => `${reference}, ${customer.name}`,
  filters: { status: statusFilter(statusesOf(payoutLife)) },
  useRows: ({ page, filters }) =>
    payoutsApi.useListPayoutsQuery({ page, status: filters['status'] }, { refetchOnMountOrArgChange: true }),
  failed: 'The payouts could not be loaded.',
  empty: 'No payouts found',
  columns: [
    column('cause', 'Cause', ({ cause = 'trade-in' }) => creditCauseLabels[cause], { isHideable: true }),
    column('request', 'Paid for', ({ id, cause = 'trade-in', reference, subject }) => {
      const lines = <Lines lines={[reference, subject]} />;
      if (cause !== 'trade-in') return lines;
      return <Link to={recordAddress({ kind: 'sell-request', id })}>{lines}</Link>;
    }),
    column('customer', 'Customer', ({ customer }) => <Lines lines={[customer.name, customer.email]} />),
    column('amount', 'Amount', (row) => <span className="nowrap">{formatMoney(row.amount)}</span>, {
      align: 'end',
    }),
    column('method', 'To', ({ method, account }) => <Lines lines={[methodNames[method], account]} isUncut />),
    statusColumn,
    column('approved', 'Four eyes', ({ needsApproval, approvedBy, secondApproval }) =>
      needsApproval ? (
        <Lines
          lines={[
            approvedBy ? `Approved by ${approvedBy}` : 'Needs approval',
            secondApproval === 'same-person-password' ? 'confirmed by password' : '',
          ]}
        />
      ) : null,
    ),
    { ...createdColumn, key: 'created', header: 'Since' },
    column('actions', 'Payment', (row, list) => <NextStep row={row} list={list} />),
  ],
  useRecord: oneRecord<Payout>('payout', payoutsApi.useGetPayoutQuery),
  dialogs: { step: PayoutDialog, stop: StopDialog },
});
