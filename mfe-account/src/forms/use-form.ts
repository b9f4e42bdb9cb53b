import { fieldErrorsOf } from '@kinmel/web-kit/forms';
import { type FormEvent, useState } from 'react';
import { type FailureTexts, failureText } from './failure-text.ts';

export interface FieldState<Value> {
  readonly name: string;
  readonly value: Value;
  readonly error: string | undefined;
  readonly onChange: (value: Value) => void;
}

type Errors<Values> = { readonly [Name in keyof Values]?: string | undefined };

interface FormOptions<Values, Data> {
  initialValues: Values | (() => Values);
  /** Texts for a failure without a message from the server. */
  failureTexts: FailureTexts;
  /** Returns errors by field; if there are any, the form is not sent. */
  check: (values: Values, form: HTMLFormElement) => Errors<Values>;
  send: (values: Values) => PromiseLike<{ data?: Data | undefined; error?: unknown }>;
  onDone: (data: Data) => void;
  /** Called after a failed request. Returns true when it shows the failure itself. */
  onFailure?: (text: string, error: unknown) => boolean | undefined;
  /** The errors of a failure that concerns one field; it is then shown at that field instead of above the form. */
  errorsOfFailure?: (text: string, error: unknown) => Errors<Values> | undefined;
}

/**
 * Moves the focus to the first invalid field, so that a screen reader reads its error. React renders the errors of a
 * response asynchronously, so this waits for up to ten tasks.
 */
function focusFirstInvalid(form: HTMLFormElement, tries = 10): void {
  setTimeout(() => {
    const invalid = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (invalid) invalid.focus();
    else if (tries > 1) focusFirstInvalid(form, tries - 1);
  });
}

/** Shows the browser's hint at the first empty required field. Returns false when there is one. */
function hasAllRequired(form: HTMLFormElement): boolean {
  const emptyField = [...form.elements].find(
    (element) => element instanceof HTMLInputElement && element.validity.valueMissing,
  );
  return emptyField === undefined || (emptyField as HTMLInputElement).reportValidity();
}

/** State and submission of a form: values, errors by field, one request at a time, and the text of a failure. */
export function useForm<Values extends object, Data>(options: FormOptions<Values, Data>) {
  const [values, setValues] = useState(options.initialValues);
  const [errors, setErrors] = useState<Errors<Values>>({});
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  /** Returns true if there are any. */
  const showErrors = (form: HTMLFormElement, errorsByField: Errors<Values>): boolean => {
    setErrors(errorsByField);
    const isInvalid = Object.values(errorsByField).some((error) => error !== undefined);
    if (isInvalid) focusFirstInvalid(form);
    return isInvalid;
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const form = event.currentTarget;
    setFailure(undefined);
    if (!hasAllRequired(form) || showErrors(form, options.check(values, form))) return;
    setSending(true);
    const { data, error } = await options.send(values);
    setSending(false);
    if (error === undefined) return options.onDone(data as Data);
    const text = failureText(error, options.failureTexts);
    const fieldErrors = options.errorsOfFailure?.(text, error);
    if (!options.onFailure?.(text, error) && !fieldErrors) setFailure(text);
    showErrors(form, fieldErrors ?? (fieldErrorsOf(error, Object.keys(values)) as Errors<Values>));
  };

  return {
    values,
    setValues,
    isSending,
    failure,
    setFailure,
    field: <Name extends keyof Values & string>(name: Name): FieldState<Values[Name]> => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: (value) => {
        setValues((before) => ({ ...before, [name]: value }));
        setErrors((before) => ({ ...before, [name]: undefined }));
      },
    }),
    /** Properties of the `<form>`. */
    form: {
      method: 'post',
      noValidate: true,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    },
  } as const;
}
