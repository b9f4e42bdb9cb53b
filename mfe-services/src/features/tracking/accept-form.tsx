import type { TrackedRequest } from '@kinmel/contracts';
import { Button } from '@kinmel/ui';
import { formatMoney, Link, returnHere, selectUser, useAppSelector } from '@kinmel/web-kit';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { ChoiceCards } from '../../requests/choice-cards.tsx';
import { payoutChoices } from '../../requests/choices.rules.ts';
import { TextField } from '../../requests/request-form.tsx';
import type { PaymentChoice } from '../../requests/requests-api.ts';
import classes from './tracking-page.module.css';

const hasNumber = (account: string) =>
  account.trim().length >= 6 || 'Please enter the number of your account.';

interface AcceptFormProps {
  quote: NonNullable<TrackedRequest['quote']>;
  isBusy: boolean;
  /** Changes the payment method of an accepted quote. */
  isChange?: boolean;
  onAccept: (chosen: ChosenPayment) => void;
}

/** The chosen payment method, with the sum that the page shows for it. */
export interface ChosenPayment {
  readonly payment: PaymentChoice;
  readonly amountInMinorUnits: number | undefined;
}

/** Accepts a quote and chooses its payment: credit with the policy's bonus, or a payout. */
export function AcceptForm({ quote, isBusy, isChange = false, onAccept }: AcceptFormProps) {
  const { pays, canBeCredit } = quote;
  const location = useLocation();
  // Credit for a request without an account goes to that of a signed-in customer.
  const isSignedIn = useAppSelector(selectUser)?.role === 'user';
  const hasAccount = isSignedIn || canBeCredit;
  const signIn = (
    <Link to="/login" state={returnHere(location)}>
      Sign in
    </Link>
  );
  const defaultValues = {
    to: canBeCredit && !isChange ? 'credit' : 'payout',
    method: 'cash' as keyof typeof payoutChoices,
    account: '',
  };
  const { control, register, handleSubmit, formState } = useForm({ defaultValues });
  const fields = { ...defaultValues, ...useWatch({ control }) };
  const form = {
    fields,
    errorProps: (field: string) => ({
      error: formState.errors[field as keyof typeof fields]?.message,
      announceError: true,
    }),
    // Fields that are not shown are not validated.
    inputProps: (field: keyof typeof fields) =>
      register(field, field === 'account' ? { validate: hasNumber } : {}),
  };
  const textOf = (name: string, to: PaymentChoice['to']) =>
    pays ? `${name}: ${formatMoney(pays[to])}` : name;
  const payout = { name: textOf('Payout', 'payout'), detail: 'To your account or wallet, or in cash' };
  const credit = {
    name: textOf('Shop credit', 'credit'),
    detail: pays ? `${pays.creditBonusPercent} % more, for your next order` : 'With a bonus',
  };
  return (
    <form
      noValidate
      className={`stack ${classes.reschedule}`}
      aria-label="Accept quote"
      onSubmit={(event) =>
        void handleSubmit(({ to, method, account }) =>
          onAccept({
            payment:
              to === 'credit'
                ? { to }
                : { to: 'payout', method, account: method === 'cash' ? '' : account.trim() },
            amountInMinorUnits: pays?.[to === 'credit' ? to : 'payout'].amountInMinorUnits,
          }),
        )(event)
      }
    >
      {isChange ? null : (
        <ChoiceCards
          form={form}
          name="to"
          label="How you are paid"
          options={hasAccount ? { credit, payout } : { payout }}
        />
      )}
      {hasAccount || isChange ? null : (
        <p>
          <span>{`${credit.name}${pays ? ` (${credit.detail})` : ''} needs an account.`}</span> {signIn}
        </p>
      )}
      {fields.to === 'payout' ? (
        <>
          <ChoiceCards form={form} name="method" label="Payout" options={payoutChoices} />
          {canBeCredit && !isSignedIn ? (
            <p>
              <span>To be paid to a bank account or wallet, sign in to the account of this request.</span>{' '}
              {signIn}
            </p>
          ) : null}
          {fields.method === 'cash' ? null : (
            <TextField
              form={form}
              name="account"
              label={fields.method === 'bank' ? 'Bank and account number' : 'Number of your wallet'}
              maxLength={60}
              autoComplete="off"
            />
          )}
        </>
      ) : null}
      <div className="buttons">
        <Button type="submit" look="buy" busy={isBusy} busyText={isChange ? 'Changing...' : 'Accepting...'}>
          {isChange ? 'Change the payout' : 'Accept quote'}
        </Button>
      </div>
    </form>
  );
}
