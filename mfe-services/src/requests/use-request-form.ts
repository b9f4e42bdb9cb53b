import { zodResolver } from '@hookform/resolvers/zod';
import { apiProblem, type SessionUser, selectUser, useAppSelector } from '@kinmel/web-kit';
import { attemptsOf, type FieldErrors, fieldErrorsOf, sendOnce, tabDraft } from '@kinmel/web-kit/forms';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormRegisterReturn,
  useForm,
} from 'react-hook-form';
import type { ZodMiniType } from 'zod/mini';
import { type RequestContent, type Submitted, submitApi } from './submit-request.ts';

const maxTextLength = 2000;

/** The form of one kind of request. */
interface RequestFormDeclaration<Fields extends FieldValues> {
  /** Names the draft and the attempt in the storage of the tab. */
  name: string;
  url: string;
  /** The fields in the order of the page. */
  empty: Fields;
  schema: ZodMiniType<Fields, Fields>;
  /** The values that the session provides. */
  sessionValues: (user: SessionUser) => Partial<Fields>;
  /** Shown for a refusal without a message, and when no answer was received. */
  failureTexts: { readonly refused: string; readonly lost: string };
  /** Fields that stay filled in after a request was sent. */
  keptFields?: readonly (keyof Fields)[];
}

/** Declares a form once, outside of its component. */
export const declareRequestForm = <Fields extends FieldValues>(declared: RequestFormDeclaration<Fields>) => ({
  keptFields: [],
  ...declared,
  attempts: attemptsOf(`kinmel.${declared.name}Attempt`),
  draft: tabDraft<Partial<Fields>>({
    key: `kinmel.${declared.name}Draft`,
    parse: (raw) => {
      const entries = Object.entries(declared.empty).flatMap(([field, before]) => {
        const value: unknown = Reflect.get(raw, field);
        if (typeof value !== typeof before) return [];
        return [[field, typeof value === 'string' ? value.slice(0, maxTextLength) : value]];
      });
      return Object.fromEntries(entries) as Partial<Fields>;
    },
  }),
});

interface Options<Fields> {
  /** Initial values of this page, in addition to those of the session. */
  start?: Partial<Fields>;
  /** A text that identifies the content of a submission. `contentOf` makes the content from it, also after a reload. */
  textOf?: (fields: Fields) => string;
  /** Undefined when the content cannot be restored. */
  contentOf?: (text: string) => RequestContent | undefined;
  /** Further field errors of a refusal. */
  refusedFields?: (error: unknown) => FieldErrors<string>;
  onSubmitted?: () => void;
}

/** The properties of the form that its fields use. */
export interface FormParts<Field extends string> {
  readonly fields: { readonly [Name in Field]: unknown };
  errorProps(field: string): { error: string | undefined; announceError: boolean };
  inputProps(field: Field): UseFormRegisterReturn;
}

/** Contact details of the session's user. */
export const contactOf = (user: SessionUser) => ({
  name: user.name,
  email: user.email,
  phone: user.phone ?? user.number ?? '',
});

function focusField(form: HTMLFormElement | null, field: string): void {
  const element = form?.elements.namedItem(field);
  const control = element instanceof RadioNodeList ? element[0] : element;
  if (control instanceof HTMLElement) control.focus();
}

/**
 * The form of a request: prefilled from the session, kept as a draft in its tab (decision 98), with errors at the fields, and sent once
 * under one key whatever the network does.
 */
export function useRequestForm<Fields extends FieldValues>(
  declared: ReturnType<typeof declareRequestForm<Fields>>,
  {
    start,
    textOf = JSON.stringify,
    contentOf = (body) => ({ body }),
    refusedFields,
    onSubmitted,
  }: Options<Fields> = {},
) {
  const { url, empty, schema, sessionValues, failureTexts, keptFields, draft, attempts } = declared;
  const user = useAppSelector(selectUser);
  const userId = user?.id;
  const [submitRequest] = submitApi.useSubmitRequestMutation();
  const [defaults] = useState<Fields>(() => ({
    ...empty,
    ...start,
    ...(user ? sessionValues(user) : undefined),
  }));
  const { register, formState, handleSubmit, subscribe, setValue, ...form } = useForm<Fields>({
    defaultValues: defaults as DefaultValues<Fields>,
    resolver: zodResolver(schema),
  });
  const { errors, isSubmitting } = formState;
  const [failure, setFailure] = useState('');
  const [refusal, setRefusal] = useState<unknown>();
  const [submission, setSubmission] = useState<Submitted & { readonly fields: Fields }>();
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef<ReturnType<typeof submitRequest>>(undefined);
  const isSending = useRef(false);
  const isCancelled = useRef(false);

  const change = (changes: Partial<Fields>) => {
    for (const [field, value] of Object.entries(changes))
      setValue(field as Path<Fields>, value as PathValue<Fields, Path<Fields>>, {
        shouldDirty: true,
        shouldValidate: formState.isSubmitted,
      });
  };
  // The storage is read in an effect: a server may have rendered the first view. Input from before hydration is replayed
  // next, and has to be in the draft before the session is known.
  useLayoutEffect(() => {
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

  // `startAnew` removes the button that had the focus.
  const startsAnew = useRef(false);
  const [firstField = ''] = Object.keys(empty);
  useEffect(() => {
    if (submission !== undefined || !startsAnew.current) return;
    startsAnew.current = false;
    focusField(element.current, firstField);
  }, [submission, firstField]);

  const showFailure = (error: unknown) => {
    setRefusal(error);
    if (isCancelled.current)
      return setFailure('You stopped the sending. Press the button to send it after all.');
    const fieldErrors = { ...fieldErrorsOf(error, Object.keys(empty)), ...refusedFields?.(error) };
    for (const [field, message] of Object.entries(fieldErrors))
      form.setError(field as Path<Fields>, { message });
    const [wrong] = Object.keys(fieldErrors);
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
    setRefusal(undefined);
    setSubmission(undefined);
    const result = await sendOnce(attempts, {
      userId: userId ?? '',
      body: textOf(fields),
      send: (key, text) => {
        const content = contentOf(text);
        sending.current = content && submitRequest({ url, key, ...content });
        return sending.current;
      },
    });
    isSending.current = false;
    if (result.data === undefined) return showFailure(result.error);
    const keptValues = Object.fromEntries(keptFields.map((field) => [field, fields[field]]));
    form.reset({ ...defaults, ...keptValues } as DefaultValues<Fields> & Fields);
    draft.forget();
    onSubmitted?.();
    setSubmission({ ...result.data, fields });
  };

  const firstWrong = Object.keys(empty).find((field) => errors[field]) ?? Object.keys(errors)[0];
  return {
    formProps: {
      ref: element,
      // Without JavaScript, no field may end up in the address bar.
      method: 'post',
      noValidate: true,
      onSubmit: (event: FormEvent) => void handleSubmit(submit)(event),
    },
    fields: form.watch() as Fields,
    /** Includes changes that are not rendered yet. */
    fieldsNow: () => form.getValues() as Fields,
    change,
    errorProps: (field: string) => ({
      error: (errors[field]?.message as string | undefined) || undefined,
      announceError: firstWrong === field,
    }),
    inputProps: (field: keyof Fields & string) => register(field as Path<Fields>),
    setError: (field: string, message: string | undefined) =>
      message === undefined
        ? form.clearErrors(field as Path<Fields>)
        : form.setError(field as Path<Fields>, { message }),
    failure,
    /** The error of the last submission. */
    refusal,
    isBusy: isSubmitting,
    submission,
    /** Aborts the submission. The next one uses the same key, so that no second record is made. */
    cancel: () => {
      isCancelled.current = true;
      sending.current?.abort();
    },
    /** Shows an empty form again. */
    startAnew: () => {
      startsAnew.current = true;
      setSubmission(undefined);
    },
  };
}
