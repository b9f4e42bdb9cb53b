import { Alert, Field, Select, TextArea, TextInput } from '@kinmel/ui';
import { apiProblem, formatPrice, toast } from '@kinmel/web-kit';
import { useState } from 'react';
import { failureText } from '../../failure-text.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useRecordForm } from '../../forms/use-record-form.ts';
import { checkAmount } from '../../money/typed-amount.rules.ts';
import { creditApi, type SavedChange } from './credit-api.ts';
import { type CreditChangeKind, type CreditFields, creditBody } from './credit-form.rules.ts';

const titles = { goodwill: 'Give credit', corrections: 'Correct the credit' };
const directions = { up: 'Add to the credit', down: 'Take from the credit' };
const noFields: CreditFields = { amount: '', direction: 'up', reason: '', key: '' };

const money = (minorUnits: number) => formatPrice(minorUnits / 100);

function refusalText(error: unknown): string {
  return apiProblem(error).code === 'key-reused'
    ? 'An earlier try had arrived. Close this and look at the changes before you try again.'
    : failureText(error, 'The credit could not be changed. Trying again is safe: it changes once.');
}

interface CreditDialogProps {
  userId: string;
  kind: CreditChangeKind;
  onClose: () => void;
  /** Also after a refusal: somebody else may have changed the credit. */
  onChanged: () => void;
}

/** Gives goodwill within the bound of the policy, or corrects the credit after a second question. */
export function CreditDialog({ userId, kind, onClose, onChanged }: CreditDialogProps) {
  const [change] = creditApi.useChangeCreditMutation();
  const isCorrection = kind === 'corrections';
  const { data: most } = creditApi.useGetGoodwillBoundQuery(undefined, { skip: isCorrection });
  const [key] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'));
  /** The correction that was asked about. */
  const [asked, setAsked] = useState<string>();
  const edit = useRecordForm<SavedChange, CreditFields>({
    kind: 'credit',
    what: `${kind} ${userId}`,
    record: undefined,
    fieldsOf: () => noFields,
    initial: { key },
    check: (fields) => checkAmount(fields, most),
    save: async (fields) => {
      const body = creditBody(fields);
      const text = JSON.stringify(body);
      if (isCorrection && asked !== text) {
        setAsked(text);
        return {};
      }
      return change({ userId, kind, key: fields.key, body });
    },
    fieldOf: (path) => path.replace(/\..*/, ''),
    onSaved: ({ balanceAfter }) => {
      toast.success(`The credit is changed. The balance is ${money(balanceAfter.amountInMinorUnits)}.`);
      onClose();
      onChanged();
    },
    onRefused: (error) => {
      if (error !== undefined) onChanged();
    },
    failureText: refusalText,
  });
  const { form, fields, errorOf } = edit;
  const body = creditBody(fields);
  const isAsking = asked === JSON.stringify(body);
  return (
    <FormDialog
      title={titles[kind]}
      submitText={isAsking ? 'Yes, correct it' : titles[kind]}
      edit={edit}
      onClose={onClose}
    >
      {isAsking ? (
        <Alert tone="warn" role="alert">
          {money(Math.abs(body.amount.amountInMinorUnits))}{' '}
          {fields.direction === 'down' ? 'is taken from' : 'is added to'} the credit of this customer, who
          reads the reason. Is that right?
        </Alert>
      ) : null}
      {edit.failure ? <Alert tone="bad">{edit.failure}</Alert> : null}
      {isCorrection ? (
        <Field label="Direction">
          <Select {...form.register('direction')} options={Object.entries(directions)} />
        </Field>
      ) : null}
      <Field
        label="Amount"
        hint={most === undefined ? undefined : `At most ${money(most)}, by the policy.`}
        error={errorOf('amount')}
      >
        <TextInput {...form.register('amount')} before="NPR" inputMode="decimal" required />
      </Field>
      <Field label="Reason" hint="The customer reads it. It stands in the audit." error={errorOf('reason')}>
        <TextArea {...form.register('reason')} maxLength={300} rows={2} required />
      </Field>
    </FormDialog>
  );
}
