import { fromMinorUnits, typedMinorUnits } from '@kinmel/contracts/browser';
import { Alert, Checkbox } from '@kinmel/ui';
import { apiProblem, toast } from '@kinmel/web-kit';
import { useState } from 'react';
import { failureText } from '../../failure-text.ts';
import { reasonInput, StepDialog } from '../../forms/step-dialog.tsx';
import { type RateRow, ratesApi } from '../../money/rates-api.ts';
import { type AmountFields, checkAmount } from '../../money/typed-amount.rules.ts';

/** The service's question about a large change. */
function questionOf(error: unknown): string | undefined {
  const { code, message } = apiProblem(error);
  return code === 'needs-confirmation' ? message : undefined;
}

/** Sets the next rate of a currency; a large change must be confirmed. */
export function RateDialog({ row, onClose }: { row: RateRow; onClose: () => void }) {
  const [setRate] = ratesApi.useSetRateMutation();
  const { refetch } = ratesApi.useListRatesQuery();
  const [question, setQuestion] = useState<string>();
  const [isConfirmed, setConfirmed] = useState(false);
  return (
    <StepDialog<RateRow, AmountFields>
      kind="rate"
      what={row.currency}
      title={`Rate of ${row.currency}`}
      submitText="Set rate"
      canSubmit={question === undefined || isConfirmed}
      record={row}
      fieldsOf={(record) => ({
        amount: record ? fromMinorUnits(record.shopMinorUnits).toFixed(2) : '',
        reason: '',
      })}
      check={(fields) => checkAmount(fields)}
      save={({ amount, reason }, current = row) =>
        setRate({
          currency: row.currency,
          shopMinorUnits: typedMinorUnits(amount),
          reason: reason.trim(),
          seenNumber: current.version,
          isConfirmed,
        })
      }
      readFresh={async () => {
        const { data } = await refetch();
        return data && (data.rows.find(({ currency }) => currency === row.currency) ?? null);
      }}
      onSaved={() => {
        toast.success('The rate is set. Orders and documents made before keep theirs.');
        void refetch();
      }}
      onRefused={(error) => setQuestion(questionOf(error))}
      // A request for confirmation is not shown as an error.
      failureText={(error) => (questionOf(error) ? '' : failureText(error, 'The rate could not be set.'))}
      onClose={onClose}
      about={() =>
        question ? (
          <Alert tone="warn" role="alert">
            <p>{question}</p>
            <Checkbox
              label="Yes, this rate is right"
              checked={isConfirmed}
              onChange={(event) => setConfirmed(event.target.checked)}
            />
          </Alert>
        ) : null
      }
      inputs={() => [
        {
          name: 'amount',
          label: `One ${row.currency} in NPR`,
          hint: 'From now on.',
          before: 'NPR',
          inputMode: 'decimal',
        },
        reasonInput('reason', 'Stands in the list of rates and in the audit.'),
      ]}
    />
  );
}
