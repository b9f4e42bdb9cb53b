import { fromMinorUnits } from '@kinmel/contracts/browser';
import { Alert } from '@kinmel/ui';
import { apiProblem, formatMoney, formatPrice, toast } from '@kinmel/web-kit';
import { useState } from 'react';
import { failureText } from '../../failure-text.ts';
import { reasonInput, StepDialog } from '../../forms/step-dialog.tsx';
import { checkAmount } from '../../money/typed-amount.rules.ts';
import { creditApi, type SavedChange } from './credit-api.ts';
import { type CreditChangeKind, type CreditFields, creditBody } from './credit-form.rules.ts';

const titles = { goodwill: 'Give credit', corrections: 'Correct the credit' };
const directions = { up: 'Add to the credit', down: 'Take from the credit' };
const noFields: CreditFields = { amount: '', direction: 'up', reason: '', key: '' };

function refusalText(error: unknown): string {
  return apiProblem(error).code === 'key-reused'
    ? 'An earlier try had arrived. Close this and look at the changes before you try again.'
    : failureText(error, 'The credit could not be changed. Trying again is safe: it changes once.');
}

interface CreditDialogProps {
  userId: string;
  kind: CreditChangeKind;
  onClose: () => void;
  /** Called after a refusal too: another user may have changed the credit. */
  onChanged: () => void;
}

/** Gives goodwill up to the limit of the policy, or corrects the credit after a confirmation. */
export function CreditDialog({ userId, kind, onClose, onChanged }: CreditDialogProps) {
  const [change] = creditApi.useChangeCreditMutation();
  const isCorrection = kind === 'corrections';
  const { data: maxGoodwill } = creditApi.useGetGoodwillBoundQuery(undefined, { skip: isCorrection });
  const [key] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'));
  /** The correction that awaits confirmation. */
  const [correctionToConfirm, setCorrectionToConfirm] = useState<string>();
  const needsConfirmation = (fields: CreditFields) =>
    correctionToConfirm === JSON.stringify(creditBody(fields));
  return (
    <StepDialog<SavedChange, CreditFields>
      kind="credit"
      what={`${kind} ${userId}`}
      title={titles[kind]}
      submitText={(fields) => (needsConfirmation(fields) ? 'Yes, correct it' : titles[kind])}
      record={undefined}
      fieldsOf={() => noFields}
      initial={{ key }}
      check={(fields) => checkAmount(fields, maxGoodwill)}
      save={async (fields) => {
        const body = creditBody(fields);
        if (!isCorrection || needsConfirmation(fields))
          return change({ userId, kind, key: fields.key, body });
        setCorrectionToConfirm(JSON.stringify(body));
        return {};
      }}
      onSaved={({ balanceAfter }) => {
        toast.success(
          balanceAfter
            ? `The credit is changed. The balance is ${formatMoney(balanceAfter)}.`
            : 'Another person has to approve so much: it waits under Payouts.',
        );
        onChanged();
      }}
      onRefused={(error) => {
        if (error !== undefined) onChanged();
      }}
      failureText={refusalText}
      onClose={onClose}
      about={(fields) =>
        needsConfirmation(fields) ? (
          <Alert tone="warn" role="alert">
            {`${formatPrice(fromMinorUnits(Math.abs(creditBody(fields).amount.amountInMinorUnits)))} ${fields.direction === 'down' ? 'is taken from' : 'is added to'} the credit of this customer, who reads the reason. Is that right?`}
          </Alert>
        ) : null
      }
      inputs={() => [
        isCorrection ? { name: 'direction', label: 'Direction', options: Object.entries(directions) } : null,
        {
          name: 'amount',
          label: 'Amount',
          hint:
            maxGoodwill === undefined
              ? undefined
              : `At most ${formatPrice(fromMinorUnits(maxGoodwill))}, by the policy.`,
          before: 'NPR',
          inputMode: 'decimal',
        },
        reasonInput('reason', 'The customer reads it. It stands in the audit.'),
      ]}
    />
  );
}
