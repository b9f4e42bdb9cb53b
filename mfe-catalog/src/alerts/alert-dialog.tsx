import type { Product } from '@kinmel/contracts';
import { amountProblem, deviceGrades, gradeText, shopSum, typedMinorUnits } from '@kinmel/contracts/browser';
import { Alert, Button, Dialog, Field, Select, TextInput, takeFocus } from '@kinmel/ui';
import { apiProblem, selectUser, useAppSelector } from '@kinmel/web-kit';
import { fieldErrorsOf } from '@kinmel/web-kit/forms';
import { type ComponentProps, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { alertsApi } from './alerts-api.ts';

export interface AlertDialogProps extends Pick<ComponentProps<typeof Dialog>, 'title' | 'open' | 'onClose'> {
  /** What the alert is for: a product, or the text of a search. */
  about: Pick<Product, 'id' | 'name' | 'inStock'> | { readonly text: string };
}

/** Creates an alert: asks for the address, and for a search also the text, the lowest grade and the highest price. */
export function AlertDialog({ about, ...dialog }: AlertDialogProps) {
  return (
    <Dialog {...dialog}>
      <AlertForm about={about} onClose={dialog.onClose} />
    </Dialog>
  );
}

const fieldNames = ['email', 'text', 'maxPrice', 'minGrade'] as const;
const gradeOptions = [
  ['', 'Any'],
  ...deviceGrades.map((grade) => [grade, `At least ${gradeText(grade)}`] as const),
] as const;

function AlertForm({ about, onClose }: Pick<AlertDialogProps, 'about' | 'onClose'>) {
  const account = useAppSelector(selectUser);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const [create, { data, error, isLoading }] = alertsApi.useCreateAlertMutation();
  const [priceError, setPriceError] = useState<string>();
  const errors = fieldErrorsOf(error, fieldNames);
  const hasFieldError = fieldNames.some((name) => errors[name]);

  const inputOf = (selector: string) => form.current?.querySelector<HTMLInputElement>(selector);

  useEffect(() => {
    if (error) inputOf('[aria-invalid="true"]')?.focus();
  }, [error]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const [email = '', text = '', price = '', grade] = fieldNames.map(
      (name) => inputOf(`[name="${name}"]`)?.value,
    );
    const minGrade = deviceGrades.find((one) => one === grade) ?? null;
    const amountInMinorUnits = typedMinorUnits(price);
    const isPriceWrong = price.trim() !== '' && !(amountInMinorUnits > 0);
    setPriceError(isPriceWrong ? amountProblem(price) : undefined);
    if (isPriceWrong) return inputOf('[name="maxPrice"]')?.focus();
    const maxPrice = price.trim() === '' ? null : shopSum(amountInMinorUnits);
    void create(
      'text' in about
        ? { kind: 'wish', email, text, maxPrice, minGrade }
        : { kind: 'product', email, productId: about.id },
    );
  };

  if (data) {
    return (
      <div className="stack">
        <output ref={takeFocus} tabIndex={-1}>
          {data.message}
        </output>
        <Button onClick={onClose}>Close</Button>
      </div>
    );
  }
  return (
    <form ref={form} className="stack" noValidate onSubmit={send}>
      <p id={id}>At most one mail a day, and each ends with one click.</p>
      {'text' in about ? (
        <>
          <Field label="What do you look for?" error={errors.text}>
            <TextInput name="text" defaultValue={about.text} maxLength={100} />
          </Field>
          <Field label="Grade" hint="Of pre-loved phones" error={errors.minGrade}>
            <Select name="minGrade" options={gradeOptions} />
          </Field>
          <Field label="At most (NPR)" optional error={priceError ?? errors.maxPrice}>
            <TextInput name="maxPrice" inputMode="decimal" autoComplete="off" maxLength={30} />
          </Field>
        </>
      ) : (
        <p className="type-strong">{about.name}</p>
      )}
      <Field label="Your email" error={errors.email}>
        <TextInput
          name="email"
          type="email"
          defaultValue={account?.email}
          autoComplete="email"
          maxLength={254}
        />
      </Field>
      {error && !hasFieldError ? (
        <Alert tone="bad">
          {apiProblem(error).message ?? 'Your alert could not be kept. Please try again.'}
        </Alert>
      ) : null}
      <Button type="submit" aria-describedby={id} busy={isLoading} busyText="Tell me">
        Tell me
      </Button>
    </form>
  );
}
