import { shopCurrency } from '@kinmel/contracts/browser';
import { Alert, Button, Dialog, Field, TextInput, takeFocus } from '@kinmel/ui';
import { apiProblem, selectUser, useAppSelector } from '@kinmel/web-kit';
import { type FieldErrors, fieldErrorsOf } from '@kinmel/web-kit/forms';
import { type FormEvent, useId, useRef, useState } from 'react';
import classes from './alert-dialog.module.css';
import type { AlertAbout } from './alert-texts.ts';
import { useCreateAlertMutation } from './alerts-api.ts';

export interface AlertDialogProps {
  about: AlertAbout;
  title: string;
  open: boolean;
  onClose: () => void;
}

/** Asks for an alert: the address, and for a search what it looks for and the most it may cost. */
export function AlertDialog({ about, title, open, onClose }: AlertDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <AlertForm about={about} onClose={onClose} />
    </Dialog>
  );
}

const fieldNames = ['email', 'text', 'maxPrice'] as const;

type Name = (typeof fieldNames)[number];
type Values = Readonly<Record<Name, string>>;

function AlertForm({ about, onClose }: Pick<AlertDialogProps, 'about' | 'onClose'>) {
  const isWish = 'text' in about;
  const account = useAppSelector(selectUser);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [create, { data, isLoading }] = useCreateAlertMutation();
  const [values, setValues] = useState<Values>({
    email: account?.email ?? '',
    text: isWish ? about.text : '',
    maxPrice: '',
  });
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [failure, setFailure] = useState('');

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    setFailure('');
    setErrors({});
    const { email, text } = values;
    const amountInMinorUnits = Number(values.maxPrice) * 100;
    const maxPrice = values.maxPrice === '' ? null : { amountInMinorUnits, currency: shopCurrency };
    const { error } = await create(
      isWish ? { kind: 'wish', email, text, maxPrice } : { kind: 'product', email, productId: about.id },
    );
    if (!error) return;
    const refused = fieldErrorsOf(error, fieldNames);
    setErrors(refused);
    const first = fieldNames.find((name) => refused[name] !== undefined);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    else setFailure(apiProblem(error).message ?? 'Your alert could not be kept. Please try again.');
  };
  const inputOf = (name: Name) => ({
    name,
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) =>
      setValues((before) => ({ ...before, [name]: target.value })),
  });

  if (data) {
    return (
      <div className={classes.form}>
        <output ref={takeFocus} tabIndex={-1}>
          {data.message}
        </output>
        <Button onClick={onClose}>Close</Button>
      </div>
    );
  }
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void send(event)}>
      <p id={id}>At most one mail a day, and each ends with one click.</p>
      {isWish ? (
        <>
          <Field label="What do you look for?" error={errors.text}>
            <TextInput {...inputOf('text')} maxLength={100} />
          </Field>
          <Field label="At most (NPR)" optional error={errors.maxPrice}>
            <TextInput {...inputOf('maxPrice')} type="number" min={1} max={1_000_000} />
          </Field>
        </>
      ) : (
        <p className="type-strong">{about.name}</p>
      )}
      <Field label="Your email" error={errors.email}>
        <TextInput {...inputOf('email')} type="email" autoComplete="email" maxLength={254} />
      </Field>
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      <Button type="submit" aria-describedby={id} busy={isLoading} busyText="Tell me">
        Tell me
      </Button>
    </form>
  );
}
