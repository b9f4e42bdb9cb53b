import type { Payout } from '@kinmel/contracts';
import { Alert } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { isFilled, StepDialog } from '../../forms/step-dialog.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { payoutsApi } from './payouts-api.ts';

/** The name of a way to be paid: "Bank", "eSewa". */
export const methodName = (method: Payout['method']): string =>
  method === 'esewa' ? 'eSewa' : sentenceCase(method);

export const sumOf = ({ amount }: Payout): string => formatPrice(amount.amountInMinorUnits / 100);

/** A large sum is approved before it is paid. */
export const waitsForApproval = ({ needsApproval, status }: Payout): boolean =>
  needsApproval && status === 'due';

/** Approves a payout, or records once that it was paid. */
export function PayoutDialog({ row, list, onClose }: RecordDialogProps<Payout>) {
  const [change] = payoutsApi.useChangePayoutMutation();
  const [readPage] = payoutsApi.useLazyListPayoutsQuery();
  const isPayment = !waitsForApproval(row);
  const isCash = row.method === 'cash';
  return (
    <StepDialog<Payout, 'paymentReference'>
      title={isPayment ? 'Pay payout' : 'Approve payout'}
      submitText={isPayment ? 'Record payment' : 'Approve'}
      kind="payout"
      what="step"
      record={row}
      list={list}
      start={{ paymentReference: '' }}
      save={({ paymentReference }, { id, version } = row) =>
        isPayment
          ? change({ id, step: 'payment', body: { version, paymentReference: paymentReference.trim() } })
          : change({ id, step: 'approval', body: { version } })
      }
      // No endpoint answers one payout.
      readFresh={async (id) => {
        const { data } = await readPage({ page: list.state.page, status: 'all' });
        return data?.rows.find((one) => one.id === id);
      }}
      stateOf={({ status }) => status}
      failed="The payout could not be changed. Trying again is safe."
      onClose={onClose}
      inputs={() => [
        <p key="about">
          <strong>{sumOf(row)}</strong> to {row.customer.name}, {methodName(row.method)} {row.account}, for{' '}
          {row.subject}.
        </p>,
        row.needsApproval ? (
          <Alert key="four-eyes" tone="info">
            Four eyes for a sum like this: one person approves, another one pays.
          </Alert>
        ) : null,
        isPayment
          ? {
              name: 'paymentReference',
              label: 'Reference of the payment',
              hint: 'Its customer gets a mail with it.',
              optional: isCash,
              must: [(text) => isCash || isFilled(text), 'Please enter the reference of the transfer.'],
            }
          : null,
      ]}
    />
  );
}
