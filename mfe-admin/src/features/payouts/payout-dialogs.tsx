import type { Payout } from '@kinmel/contracts';
import { Alert, Field, TextInput } from '@kinmel/ui';
import { formatPrice, toast } from '@kinmel/web-kit';
import { failureText } from '../../failure-text.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { ConflictNotice } from '../../forms/form-notices.tsx';
import { useRecordForm } from '../../forms/use-record-form.ts';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { sentenceCase } from '../../lists/status/statuses.rules.ts';
import { payoutsApi } from './payouts-api.ts';

const steps = {
  approval: { title: 'Approve payout', submit: 'Approve', done: 'Approved. Another person pays it.' },
  payment: { title: 'Pay payout', submit: 'Record payment', done: 'The payout is recorded as paid.' },
} as const;

/** The name of a way to be paid: "Bank", "eSewa". */
export const methodName = (method: Payout['method']): string =>
  method === 'esewa' ? 'eSewa' : sentenceCase(method);

export const sumOf = ({ amount }: Payout): string => formatPrice(amount.amountInMinorUnits / 100);

interface StepDialogProps extends RecordDialogProps<Payout> {
  step: keyof typeof steps;
}

/** Approves a payout, or records that it was paid, once. */
function StepDialog({ row, list, step, onClose }: StepDialogProps) {
  const [change] = payoutsApi.useChangePayoutMutation();
  const [readPage] = payoutsApi.useLazyListPayoutsQuery();
  const { data: bound } = payoutsApi.useGetFourEyesBoundQuery();
  const { title, submit, done } = steps[step];
  const isPayment = step === 'payment';
  const edit = useRecordForm<Payout, { paymentReference: string }>({
    kind: 'payout',
    what: step,
    record: row,
    fieldsOf: () => ({ paymentReference: '' }),
    check: ({ paymentReference }) => ({
      paymentReference:
        isPayment && row.method !== 'cash' && paymentReference.trim() === ''
          ? 'Please enter the reference of the transfer.'
          : undefined,
    }),
    save: ({ paymentReference }, { id, version } = row) =>
      change({
        id,
        step,
        body: { version, ...(isPayment && { paymentReference: paymentReference.trim() }) },
      }),
    // No endpoint answers one payout.
    readFresh: async (id) => {
      const { data } = await readPage({ page: list.state.page, status: 'all' });
      const fresh = data?.rows.find((one) => one.id === id);
      if (fresh) list.put(fresh);
      return fresh;
    },
    onSaved: (saved) => {
      list.put(saved);
      toast.success(done);
      onClose();
    },
    failureText: (error) => failureText(error, 'The payout could not be changed. Trying again is safe.'),
  });
  const { form, errorOf, fresh, failure } = edit;
  const current = edit.current ?? row;
  return (
    <FormDialog title={title} submitText={submit} edit={edit} onClose={onClose}>
      {fresh ? (
        <ConflictNotice
          rows={[{ name: 'Status', now: sentenceCase(fresh.status), own: sentenceCase(row.status) }]}
        />
      ) : null}
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      <p>
        <strong>{sumOf(current)}</strong> to {current.customer.name},{' '}
        {[methodName(current.method), current.account].filter(Boolean).join(' ')}, for {current.subject}.
      </p>
      {current.needsApproval ? (
        <Alert tone="info">
          Four eyes{bound === undefined ? '' : ` from ${formatPrice(bound / 100)}`}: one person approves,
          another one pays. {current.approvedBy ? `${current.approvedBy} approved it.` : ''}
        </Alert>
      ) : null}
      {isPayment ? (
        <Field
          label="Reference of the payment"
          optional={row.method === 'cash'}
          hint="Its customer gets a mail with it."
          error={errorOf('paymentReference')}
        >
          <TextInput {...form.register('paymentReference')} maxLength={100} autoComplete="off" />
        </Field>
      ) : null}
    </FormDialog>
  );
}

export const ApproveDialog = (props: RecordDialogProps<Payout>) => <StepDialog {...props} step="approval" />;

export const PayDialog = (props: RecordDialogProps<Payout>) => <StepDialog {...props} step="payment" />;
