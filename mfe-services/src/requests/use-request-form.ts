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
import { type RequestContent, type Submission, submitApi } from './submit-request.ts';

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
  failureTexts: { readonly errorResponse: string; readonly noResponse: string };
  /** Fields that stay filled in after a request was sent. */
  retainedFields?: readonly (keyof Fields)[];
}

/** Declares a form once, outside of its component. */
export const declareRequestForm = <Fields extends FieldValues>(
  declaration: RequestFormDeclaration<Fields>,
) => ({
  retainedFields: [],
  ...declaration,
  attempts: attemptsOf(`kinmel.${declaration.name}Attempt`),
  draft: tabDraft<Partial<Fields>>({
    key: `kinmel.${declaration.name}Draft`,
    parse: (raw) => {
      const entries = Object.entries(declaration.empty).flatMap(([field, emptyValue]) => {
        const value: unknown = Reflect.get(raw, field);
        if (typeof value !== typeof emptyValue) return [];
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
 * The form of a request: prefilled from the session, stored as a draft in its tab (decision 98), with errors at the
 * fields, and sent once under one idempotency key despite network failures.
 */
export function useRequestForm<Fields extends FieldValues>(
  declaration: ReturnType<typeof declareRequestForm<Fields>>,
  {
    start,
    textOf = JSON.stringify,
    contentOf = (body) => ({ body }),
    refusedFields,
    onSubmitted,
  }: Options<Fields> = {},
) {
  const { url, empty, schema, sessionValues, failureTexts, retainedFields, draft, attempts } = declaration;
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
  const [submission, setSubmission] = useState<Submission & { readonly fields: Fields }>();
  const formElement = useRef<HTMLFormElement>(null);
  const currentRequest = useRef<ReturnType<typeof submitRequest>>(undefined);
  const isSending = useRef(false);
  const isCancelled = useRef(false);

  const change = (changes: Partial<Fields>) => {
    for (const [field, value] of Object.entries(changes))
      setValue(field as Path<Fields>, value as PathValue<Fields, Path<Fields>>, {
        shouldDirty: true,
        shouldValidate: formState.isSubmitted,
      });
  };
  // The storage is read in an effect: a server may have rendered the first view. Input from before hydration is
  // replayed next, and has to be in the draft before the session is known.
  useLayoutEffect(() => {
    for (const [field, value] of Object.entries(draft.read(userId) ?? {}))
      setValue(field as Path<Fields>, value as PathValue<Fields, Path<Fields>>);
    return subscribe({
      formState: { values: true },
      callback: ({ values, name }) => {
        if (name === undefined) return;
        const typedEntries = Object.entries(values).filter(([field, value]) => value !== defaults[field]);
        draft.keep(userId, Object.fromEntries(typedEntries) as Partial<Fields>);
        setFailure('');
      },
    });
  }, [draft, userId, setValue, subscribe, defaults]);

  // `startOver` removes the button that had the focus.
  const isStartingOver = useRef(false);
  const [firstField = ''] = Object.keys(empty);
  useEffect(() => {
    if (submission !== undefined || !isStartingOver.current) return;
    isStartingOver.current = false;
    focusField(formElement.current, firstField);
  }, [submission, firstField]);

  const showFailure = (error: unknown) => {
    setRefusal(error);
    if (isCancelled.current)
      return setFailure('You stopped the sending. Press the button to send it after all.');
    const fieldErrors = { ...fieldErrorsOf(error, Object.keys(empty)), ...refusedFields?.(error) };
    for (const [field, message] of Object.entries(fieldErrors))
      form.setError(field as Path<Fields>, { message });
    const [firstErrorField] = Object.keys(fieldErrors);
    if (firstErrorField !== undefined) focusField(formElement.current, firstErrorField);
    const { kind, message, code } = apiProblem(error);
    const isLost = kind === 'network' || kind === 'timeout';
    if (code === 'key-reused') setFailure('This was sent before. We write you its link by mail.');
    else if (firstErrorField === undefined)
      setFailure(isLost ? failureTexts.noResponse : (message ?? failureTexts.errorResponse));
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
        currentRequest.current = content && submitRequest({ url, key, ...content });
        return currentRequest.current;
      },
    });
    isSending.current = false;
    if (result.data === undefined) return showFailure(result.error);
    const retainedValues = Object.fromEntries(retainedFields.map((field) => [field, fields[field]]));
    form.reset({ ...defaults, ...retainedValues } as DefaultValues<Fields> & Fields);
    draft.forget();
    onSubmitted?.();
    setSubmission({ ...result.data, fields });
  };

  const firstInvalidField = Object.keys(empty).find((field) => errors[field]) ?? Object.keys(errors)[0];
  return {
    formProps: {
      ref: formElement,
      // Without JavaScript, no field may end up in the address bar.
      method: 'post',
      noValidate: true,
      onSubmit: (event: FormEvent) => void handleSubmit(submit)(event),
    },
    fields: form.watch() as Fields,
    /** Includes changes that are not rendered yet. */
    currentFields: () => form.getValues() as Fields,
    change,
    errorProps: (field: string) => ({
      error: (errors[field]?.message as string | undefined) || undefined,
      announceError: firstInvalidField === field,
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
    /** Aborts the submission. The next one uses the same key, so that no second record is created. */
    cancel: () => {
      isCancelled.current = true;
      currentRequest.current?.abort();
    },
    /** Shows an empty form again. */
    startOver: () => {
      isStartingOver.current = true;
      setSubmission(undefined);
    },
  };
}
