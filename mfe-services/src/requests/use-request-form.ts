import { apiProblem, type SessionUser, selectUser, useAppSelector, useHydrated } from '@kinmel/web-kit';
import {
  type Attempts,
  attemptsOf,
  type FieldErrors,
  fieldErrorsOf,
  sendOnce,
  type TabDraft,
  tabDraft,
} from '@kinmel/web-kit/forms';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type FailureTexts, type Submitted } from './submitted.rules.ts';

type FieldValue = string | number | boolean;

/** Where a form is kept in its tab: what is typed, and the sending without an answer. */
interface FormStorage<Fields> {
  readonly draft: TabDraft<Partial<Fields>>;
  readonly attempts: Attempts;
}

const mostTextLength = 2000;

/** The storage of one form, by the name of its kind; `empty` says which fields there are, and of which type. */
export function formStorage<Fields extends Readonly<Record<string, FieldValue>>>(
  name: string,
  empty: Fields,
): FormStorage<Fields> {
  return {
    attempts: attemptsOf(`kinmel.${name}Attempt`),
    draft: tabDraft<Partial<Fields>>({
      key: `kinmel.${name}Draft`,
      parse: (raw) => {
        const kept = Object.entries(empty).flatMap(([field, before]) => {
          const value: unknown = Reflect.get(raw, field);
          if (typeof value !== typeof before) return [];
          return [[field, typeof value === 'string' ? value.slice(0, mostTextLength) : value]];
        });
        return Object.fromEntries(kept) as Partial<Fields>;
      },
    }),
  };
}

/** A request on its way: it can be ended. */
interface Sending extends PromiseLike<{ data?: Submitted | undefined; error?: unknown }> {
  abort: () => void;
}

interface RequestFormOptions<Fields, Field extends string> {
  storage: FormStorage<Fields>;
  empty: Fields;
  /** What the session knows already (SIL-48). */
  known: (user: SessionUser) => Partial<Fields>;
  /** In the order of the page: the first wrong one gets the focus. */
  fieldOrder: readonly Field[];
  errorsOf: (fields: Fields) => FieldErrors<Field>;
  /** What is sent, as text; that of an earlier press is given to `send` when it may have arrived. */
  bodyOf: (fields: Fields) => string;
  /** Undefined: this body cannot be made again. */
  send: (key: string, body: string) => Sending | undefined;
  /** What else a refusal says of single fields. */
  refused?: (error: unknown) => FieldErrors<Field>;
  failureTexts: FailureTexts;
  /** Fields that stay filled in after a request was taken. */
  keptFields?: readonly (keyof Fields)[];
}

/** How somebody is reached, as the session knows it. */
export const contactOf = (user: SessionUser) => ({
  name: user.name,
  email: user.email,
  phone: user.phone ?? user.number ?? '',
});

function focusField(form: HTMLFormElement | null, field: string): void {
  const found = form?.elements.namedItem(field);
  const control = found instanceof RadioNodeList ? found[0] : found;
  if (control instanceof HTMLElement) control.focus();
}

/**
 * The form of a request: it starts with what the session knows, outlives a reload in its tab (decision 30), tells errors at their fields,
 * and is sent once whatever the network does.
 */
export function useRequestForm<
  Fields extends Readonly<Record<string, FieldValue>>,
  Field extends string & keyof Fields,
>({
  storage: { draft, attempts },
  empty,
  known,
  fieldOrder,
  errorsOf,
  bodyOf,
  send,
  refused,
  failureTexts,
  keptFields = [],
}: RequestFormOptions<Fields, Field | string>) {
  const user = useAppSelector(selectUser);
  const userId = user?.id;
  const [typed, setTyped] = useState<Partial<Fields>>({});
  const [errors, setErrors] = useState<FieldErrors<string>>({});
  const [failure, setFailure] = useState('');
  const [sent, setSent] = useState<Submitted>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const running = useRef<Sending>(undefined);
  const isRunning = useRef(false);
  const isCancelled = useRef(false);
  const fields: Fields = { ...empty, ...(user ? known(user) : undefined), ...typed };

  // Not in the first view that a server may have drawn: it knows no storage.
  const isHydrated = useHydrated();
  const [isRestored, setRestored] = useState(false);
  if (isHydrated && !isRestored) {
    setRestored(true);
    setTyped(draft.read(userId) ?? {});
  }

  // The button that was pressed is gone with the confirmation.
  const beginsAnew = useRef(false);
  const [firstField = ''] = fieldOrder;
  useEffect(() => {
    if (sent !== undefined || !beginsAnew.current) return;
    beginsAnew.current = false;
    focusField(form.current, firstField);
  }, [sent, firstField]);

  const firstOf = (found: FieldErrors<string>) => fieldOrder.find((field) => found[field] !== undefined);
  const first = firstOf(errors);
  const showErrors = (found: FieldErrors<string>) => {
    setErrors(found);
    const wrong = firstOf(found);
    if (wrong !== undefined) focusField(form.current, wrong);
  };

  const change = (changes: Partial<Fields>) => {
    const next = { ...typed, ...changes };
    setTyped(next);
    draft.keep(userId, next);
    setErrors((before) => {
      const left = Object.entries(before).filter(([field]) => !(field in changes));
      return Object.fromEntries(left) as FieldErrors<string>;
    });
    setFailure('');
  };

  const tellFailure = (error: unknown) => {
    if (isCancelled.current)
      return setFailure('You stopped the sending. Press the button to send it after all.');
    const found = { ...fieldErrorsOf(error, fieldOrder), ...refused?.(error) };
    const { kind, message, code } = apiProblem(error);
    const isLost = kind === 'network' || kind === 'timeout';
    if (code === 'key-reused') setFailure('This was sent before. We write you its link by mail.');
    else if (firstOf(found) === undefined)
      setFailure(isLost ? failureTexts.lost : (message ?? failureTexts.refused));
    showErrors(found);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isRunning.current) return;
    setFailure('');
    setSent(undefined);
    const found = errorsOf(fields);
    showErrors(found);
    if (firstOf(found) !== undefined) return;
    isRunning.current = true;
    isCancelled.current = false;
    setBusy(true);
    const result = await sendOnce(attempts, {
      userId: userId ?? '',
      body: bodyOf(fields),
      send: (key, body) => {
        running.current = send(key, body);
        return running.current;
      },
    });
    isRunning.current = false;
    setBusy(false);
    if (result.data === undefined) return tellFailure(result.error);
    draft.forget();
    setTyped(Object.fromEntries(keptFields.map((field) => [field, fields[field]])) as Partial<Fields>);
    setSent(result.data);
  };

  return {
    /** For the form element. */
    // Without its code nothing of it may come into an address.
    formProps: {
      ref: form,
      method: 'post',
      noValidate: true,
      onSubmit: (event: FormEvent) => void submit(event),
    },
    fields,
    change,
    /** For a `Field` or what is like one. */
    errorProps: (field: Field | string) => ({ error: errors[field], announceError: first === field }),
    /** For a text field. */
    inputProps: (field: Field) => ({
      name: field,
      value: String(fields[field]),
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        change({ [field]: value } as Partial<Fields>),
    }),
    setError: (field: string, error: string | undefined) =>
      setErrors((before) => ({ ...before, [field]: error })),
    failure,
    isBusy,
    sent,
    /** Ends the sending. Its key stays: sent again, it makes no second record. */
    cancel: () => {
      isCancelled.current = true;
      running.current?.abort();
    },
    /** After a request was taken: an empty form again. */
    startAnew: () => {
      beginsAnew.current = true;
      setSent(undefined);
    },
  };
}
