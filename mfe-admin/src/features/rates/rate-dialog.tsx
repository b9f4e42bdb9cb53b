import { Alert, Checkbox, Field, TextArea, TextInput } from '@kinmel/ui';
import { apiProblem, toast } from '@kinmel/web-kit';
import { useState } from 'react';
import { failureText } from '../../failure-text.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useRecordForm } from '../../forms/use-record-form.ts';
import { type RateRow, ratesApi } from '../../money/rates-api.ts';
import { type AmountFields, checkAmount, minorUnitsOf } from '../../money/typed-amount.rules.ts';

/** Sets the next rate of a currency; a large change is asked about a second time. */
export function RateDialog({ row, onClose }: { row: RateRow; onClose: () => void }) {
  const [setRate] = ratesApi.useSetRateMutation();
  const { refetch } = ratesApi.useListRatesQuery();
  const [question, setQuestion] = useState<string>();
  const [isConfirmed, setConfirmed] = useState(false);
  const edit = useRecordForm<RateRow, AmountFields>({
    kind: 'rate',
    what: row.currency,
    record: row,
    fieldsOf: (record) => ({ amount: record ? (record.shopMinorUnits / 100).toFixed(2) : '', reason: '' }),
    check: (fields) => checkAmount(fields),
    save: ({ amount, reason }, current = row) =>
      setRate({
        currency: row.currency,
        shopMinorUnits: minorUnitsOf(amount),
        reason: reason.trim(),
        seenNumber: current.version,
        isConfirmed,
      }),
    readFresh: async () => {
      const { data } = await refetch();
      return data && (data.rows.find(({ currency }) => currency === row.currency) ?? null);
    },
    onSaved: () => {
      toast.success('The rate is set. Orders and documents made before keep theirs.');
      onClose();
      void refetch();
    },
    onRefused: (error) => {
      const { code, message } = apiProblem(error);
      setQuestion(code === 'needs-confirmation' ? message : undefined);
    },
    failureText: (error) => failureText(error, 'The rate could not be set.'),
  });
  const { form, errorOf } = edit;
  return (
    <FormDialog
      title={`Rate of ${row.currency}`}
      submitText="Set rate"
      canSubmit={question === undefined || isConfirmed}
      edit={edit}
      onClose={onClose}
    >
      {question ? (
        <Alert tone="warn" role="alert">
          <p>{question}</p>
          <Checkbox
            label="Yes, this rate is right"
            checked={isConfirmed}
            onChange={(event) => setConfirmed(event.target.checked)}
          />
        </Alert>
      ) : null}
      {edit.failure && !question ? <Alert tone="bad">{edit.failure}</Alert> : null}
      <Field label={`One ${row.currency} in NPR`} hint="From now on." error={errorOf('amount')}>
        <TextInput {...form.register('amount')} before="NPR" inputMode="decimal" required />
      </Field>
      <Field label="Reason" hint="Stands in the list of rates and in the audit." error={errorOf('reason')}>
        <TextArea {...form.register('reason')} maxLength={300} rows={2} required />
      </Field>
    </FormDialog>
  );
}
