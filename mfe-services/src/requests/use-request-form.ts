import { zodResolver } from '@hookform/resolvers/zod';
import { apiProblem, type SessionUser, selectUser, useAppSelector } from '@kinmel/web-kit';
import { attemptsOf, type FieldErrors, fieldErrorsOf, sendOnce, tabDraft } from '@kinmel/web-kit/forms';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormRegisterReturn,
  useForm,
} from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import type { Submitted } from './submitted.ts';

const mostTextLength = 2000;

/** Where a form is kept in its tab: what is typed, and the sending without an answer. */
function storageOf<Fields extends object>(name: string, empty: Fields) {
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

/** A call on its way: it can be ended. */
interface Sending extends PromiseLike<{ data?: Submitted | undefined; error?: unknown }> {
  abort: () => void;
}

/** A form of requests: everything in which it differs from the others. */
interface RequestFormDeclaration<Fields extends FieldValues> {
  /** By which the tab keeps it. */
  name: string;
  /** In the order of the page. */
  empty: Fields;
  /** What is wrong with the fields, as the service says it too. */
  schema: ZodMiniType<Fields, Fields>;
  /** What the session knows already. */
  known: (user: SessionUser) => Partial<Fields>;
  /** When it was refused without a word of its own, and when there was no answer. */
  failureTexts: { readonly refused: string; readonly lost: string };
  /** Fields that stay filled in after a request was taken. */
  keptFields?: readonly (keyof Fields)[];
}

/** Declares a form once, outside of its component. */
export const declareRequestForm = <Fields extends FieldValues>(declared: RequestFormDeclaration<Fields>) => ({
  keptFields: [],
  ...declared,
  ...storageOf(declared.name, declared.empty),
});

interface Sender<Fields> {
  /** What the form begins with on this page. */
  start?: Partial<Fields>;
  /** What is sent, as text; that of an earlier press is given to `send` when it may have arrived. */
  bodyOf?: (fields: Fields) => string;
  /** Undefined: this body cannot be made again. */
  send: (key: string, body: string) => Sending | undefined;
  /** What else a refusal says of single fields, also of those that the schema does not have. */
  refused?: (error: unknown) => FieldErrors<string>;
  onTaken?: () => void;
}

/** What the parts of a form take of it, by the names of its fields. */
export interface FormParts<Field extends string> {
  readonly fields: { readonly [Name in Field]: unknown };
  /** For a `Field` or what is like one. */
  errorProps(field: string): { error: string | undefined; announceError: boolean };
  /** For a control. */
  inputProps(field: Field): UseFormRegisterReturn;
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
export function useRequestForm<Fields extends FieldValues>(
  declared: ReturnType<typeof declareRequestForm<Fields>>,
  { start, bodyOf = JSON.stringify, send, refused, onTaken }: Sender<Fields>,
) {
  const { empty, schema, known, failureTexts, keptFields, draft, attempts } = declared;
  const user = useAppSelector(selectUser);
  const userId = user?.id;
  const [defaults] = useState<Fields>(() => ({ ...empty, ...start, ...(user ? known(user) : undefined) }));
  const { register, formState, handleSubmit, ...form } = useForm<Fields>({
    defaultValues: defaults as DefaultValues<Fields>,
    resolver: zodResolver(schema),
  });
  const { errors, isSubmitting } = formState;
  const [failure, setFailure] = useState('');
  const [sent, setSent] = useState<Submitted>();
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef<Sending>(undefined);
  const isSending = useRef(false);
  const isCancelled = useRef(false);

  const { subscribe, setValue } = form;
  const change = (changes: Partial<Fields>) => {
    for (const [field, value] of Object.entries(changes))
      setValue(field as Path<Fields>, value as PathValue<Fields, Path<Fields>>, {
        shouldDirty: true,
        shouldValidate: formState.isSubmitted,
      });
  };
  // Not in the first view, which a server may have drawn: it knows no storage.
  useEffect(() => {
    for (const [field, value] of Object.entries(draft.read(userId) ?? {}))
      setValue(field as Path<Fields>, value as PathValue<Fields, Path<Fields>>);
    return subscribe({
      formState: { values: true },
      callback: ({ values, name }) => {
        if (name === undefined) return;
        const typed = Object.entries(values).filter(([field, value]) => value !== defaults[field]);
        draft.keep(userId, Object.fromEntries(typed) as Partial<Fields>);
        setFailure('');
      },
    });
  }, [draft, userId, setValue, subscribe, defaults]);

  // The button that was pressed is gone with the confirmation.
  const beginsAnew = useRef(false);
  const [firstField = ''] = Object.keys(empty);
  useEffect(() => {
    if (sent !== undefined || !beginsAnew.current) return;
    beginsAnew.current = false;
    focusField(element.current, firstField);
  }, [sent, firstField]);

  const tellFailure = (error: unknown) => {
    if (isCancelled.current)
      return setFailure('You stopped the sending. Press the button to send it after all.');
    const found = { ...fieldErrorsOf(error, Object.keys(empty)), ...refused?.(error) };
    for (const [field, message] of Object.entries(found)) form.setError(field as Path<Fields>, { message });
    const [wrong] = Object.keys(found);
    if (wrong !== undefined) focusField(element.current, wrong);
    const { kind, message, code } = apiProblem(error);
    const isLost = kind === 'network' || kind === 'timeout';
    if (code === 'key-reused') setFailure('This was sent before. We write you its link by mail.');
    else if (wrong === undefined) setFailure(isLost ? failureTexts.lost : (message ?? failureTexts.refused));
  };

  const submit = async (fields: Fields) => {
    if (isSending.current) return;
    isSending.current = true;
    isCancelled.current = false;
    setFailure('');
    setSent(undefined);
    const result = await sendOnce(attempts, {
      userId: userId ?? '',
      body: bodyOf(fields),
      send: (key, body) => {
        sending.current = send(key, body);
        return sending.current;
      },
    });
    isSending.current = false;
    if (result.data === undefined) return tellFailure(result.error);
    const kept = Object.fromEntries(keptFields.map((field) => [field, fields[field]]));
    form.reset({ ...defaults, ...kept } as DefaultValues<Fields> & Fields);
    draft.forget();
    onTaken?.();
    setSent(result.data);
  };

  // In the order of the page.
  const wrong = Object.keys(empty).find((field) => errors[field] !== undefined) ?? Object.keys(errors)[0];
  return {
    /** For the form element. Without its script nothing of it may come into an address. */
    formProps: {
      ref: element,
      method: 'post',
      noValidate: true,
      onSubmit: (event: FormEvent) => void handleSubmit(submit)(event),
    },
    // What is watched are all fields.
    fields: form.watch() as Fields,
    change,
    /** For a `Field` or what is like one. */
    errorProps: (field: string) => ({
      error: (errors[field]?.message as string | undefined) || undefined,
      announceError: wrong === field,
    }),
    /** For a control. */
    inputProps: (field: keyof Fields & string) => register(field as Path<Fields>),
    setError: (field: string, message: string | undefined) =>
      message === undefined
        ? form.clearErrors(field as Path<Fields>)
        : form.setError(field as Path<Fields>, { message }),
    failure,
    isBusy: isSubmitting,
    sent,
    /** Ends the sending. Its key stays: sent again, it makes no second record. */
    cancel: () => {
      isCancelled.current = true;
      sending.current?.abort();
    },
    /** After a request was taken: an empty form again. */
    startAnew: () => {
      beginsAnew.current = true;
      setSent(undefined);
    },
  };
}
