import type { Payout } from '@kinmel/contracts';
import { Alert } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { StepDialog } from '../../forms/step-dialog.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { payoutsApi } from './payouts-api.ts';

/** The name of a way to be paid: "Bank", "eSewa". */
export const methodName = (method: Payout['method']): string =>
  method === 'esewa' ? 'eSewa' : sentenceCase(method);

export const sumOf = ({ amount }: Payout): string => formatPrice(amount.amountInMinorUnits / 100);

/** Approves a payout, or records once that it was paid. */
function PayoutDialog({
  row,
  list,
  step,
  onClose,
}: RecordDialogProps<Payout> & { step: 'approval' | 'payment' }) {
  const [change] = payoutsApi.useChangePayoutMutation();
  const [readPage] = payoutsApi.useLazyListPayoutsQuery();
  const isPayment = step === 'payment';
  return (
    <StepDialog<Payout, 'paymentReference'>
      title={isPayment ? 'Pay payout' : 'Approve payout'}
      submitText={isPayment ? 'Record payment' : 'Approve'}
      kind="payout"
      what={step}
      record={row}
      start={{ paymentReference: '' }}
      check={({ paymentReference }) => ({
        paymentReference:
          isPayment && row.method !== 'cash' && paymentReference.trim() === ''
            ? 'Please enter the reference of the transfer.'
            : undefined,
      })}
      save={({ paymentReference }, { id, version } = row) =>
        change({
          id,
          step,
          body: { version, ...(isPayment && { paymentReference: paymentReference.trim() }) },
        })
      }
      // No endpoint answers one payout.
      readFresh={async (id) => {
        const { data } = await readPage({ page: list.state.page, status: 'all' });
        const fresh = data?.rows.find((one) => one.id === id);
        if (fresh) list.put(fresh);
        return fresh;
      }}
      onSaved={(saved) => {
        list.put(saved);
        onClose();
      }}
      stateOf={({ status }) => status}
      failed="The payout could not be changed. Trying again is safe."
      onClose={onClose}
      inputs={() =>
        isPayment
          ? [
              {
                name: 'paymentReference',
                label: 'Reference of the payment',
                hint: 'Its customer gets a mail with it.',
                optional: row.method === 'cash',
              },
            ]
          : []
      }
    >
      {() => (
        <>
          <p>
            <strong>{sumOf(row)}</strong> to {row.customer.name}, {methodName(row.method)} {row.account}, for{' '}
            {row.subject}.
          </p>
          {row.needsApproval ? (
            <Alert tone="info">Four eyes for a sum like this: one person approves, another one pays.</Alert>
          ) : null}
        </>
      )}
    </StepDialog>
  );
}

export const ApproveDialog = (props: RecordDialogProps<Payout>) => (
  <PayoutDialog {...props} step="approval" />
);

export const PayDialog = (props: RecordDialogProps<Payout>) => <PayoutDialog {...props} step="payment" />;
