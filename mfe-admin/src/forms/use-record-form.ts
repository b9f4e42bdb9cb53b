import { apiProblem, selectUser, useAppSelector } from '@kinmel/web-kit';
import { problemDetails } from '@kinmel/web-kit/forms';
import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  type FieldErrors,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
  useWatch,
} from 'react-hook-form';
import type { ShownList } from '../lists/list-declaration.ts';
import { formDraft } from './form-draft.ts';

export interface FormRecord {
  readonly id: string;
  readonly version: number;
}

export type FormFields = Record<string, unknown>;
type Messages<Fields> = Readonly<Partial<Record<keyof Fields & string, string | undefined>>>;

interface Reply<Saved> {
  readonly data?: Saved | undefined;
  readonly error?: unknown;
  /** Messages by field, such as for a failed upload. */
  readonly fieldErrors?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface RecordFormOptions<Saved extends FormRecord, Fields extends FormFields> {
  readonly kind: string;
  readonly what: string;
  /** The record to edit; undefined for a new one. */
  readonly record: Saved | undefined;
  readonly fieldsOf: (record: Saved | undefined) => Fields;
  /** Values that were chosen before the form was opened. */
  readonly initial?: Partial<Fields> | undefined;
  /** Error messages by field. */
  readonly check: (fields: Fields, current: Saved | undefined) => Messages<Fields>;
  /** Without data and error nothing is shown, as after a cancelled upload. */
  readonly save: (fields: Fields, current: Saved | undefined) => PromiseLike<Reply<Saved>>;
  /** Fields that are not stored in the draft. */
  readonly omittedFromDraft?: readonly string[];
  /** The current record: null when it was deleted, undefined when it could not be read. */
  readonly readFresh?: (id: string) => PromiseLike<Saved | null | undefined>;
  /** Shows each version that is read or saved. */
  readonly list?: Pick<ShownList<Saved>, 'put'> | undefined;
  readonly onSaved: (saved: Saved) => void;
  readonly failureText: (error: unknown) => string;
  /** Maps a path of the server's problem to a field. */
  readonly fieldOf?: (path: string) => string;
  /** `error` is undefined after a failed check. */
  readonly onRefused?: (error: unknown, invalidFields: readonly string[]) => void;
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** The fields whose values differ. */
function changedFields<Fields extends FormFields>(fields: Fields, from: FormFields): Partial<Fields> {
  const changed = Object.entries(fields).filter(([name, value]) => !isSame(value, from[name]));
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** `check` as a resolver of react-hook-form. */
const resolverOf =
  <Fields extends FormFields>(check: (fields: Fields) => Messages<Fields>): Resolver<Fields> =>
  (values) => {
    const failed = Object.entries(check(values)).filter(([, message]) => message !== undefined);
    const errors = Object.fromEntries(failed.map(([name, message]) => [name, { type: 'check', message }]));
    return failed.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: errors as FieldErrors<Fields> };
  };

/**
 * A form that edits a record. The draft survives a login in this tab. After a version conflict, untouched fields get
 * the current values and edited ones keep theirs.
 */
export function useRecordForm<Saved extends FormRecord, Fields extends FormFields>(
  options: RecordFormOptions<Saved, Fields>,
) {
  const { kind, what, record, fieldsOf, initial, check, save, readFresh, onSaved, failureText } = options;
  const { fieldOf = (path) => path, omittedFromDraft = [], list, onRefused } = options;
  const userId = useAppSelector(selectUser)?.id;
  const id = record?.id ?? 'new';
  const [storedDraft] = useState(() => {
    const draft = formDraft.read(userId);
    return draft?.kind === kind && draft.what === what && draft.id === id ? draft : undefined;
  });
  /** The version that the next save is based on. */
  const [current, setCurrent] = useState(record);
  /** Another user changed the record after it was opened. */
  const [hasConflict, setConflict] = useState(
    storedDraft !== undefined && storedDraft.version !== (record?.version ?? 0),
  );
  const [isDeleted, setDeleted] = useState(false);
  const [isRestored, setRestored] = useState(storedDraft !== undefined);
  const [failure, setFailure] = useState<string>();
  const focusTarget = useRef<string>(undefined);
  const [, requestRender] = useState({});
  const [formElement, setFormElement] = useState<HTMLFormElement | null>(null);

  const base = fieldsOf(current);
  const form = useForm<Fields>({
    // The type of default values is a deep partial of the fields.
    defaultValues: base as never,
    resolver: resolverOf<Fields>((fields) => check(fields, current)),
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = form.formState;
  // Subscribed before the effect that restores a draft, whose values it would miss otherwise.
  const watched = useWatch({ control: form.control });

  /** Resets the form to a record and applies changes. */
  const resetTo = (from: Fields, changed: Partial<Fields>) => {
    form.reset(from as never);
    for (const [name, value] of Object.entries(changed))
      form.setValue(name as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true });
  };
  const restoreDraft = useRef(() => {
    const knownFields = Object.entries(storedDraft?.fields ?? {}).filter(
      ([name, value]) => name in base && typeof value === typeof base[name],
    );
    resetTo(base, { ...initial, ...(Object.fromEntries(knownFields) as Partial<Fields>) });
  });
  useLayoutEffect(() => restoreDraft.current(), []);

  const fields: Fields = Object.assign({}, base, watched);
  const isDirty = !isSame(fields, { ...base, ...initial });
  const changed = changedFields(fields, base);
  for (const name of omittedFromDraft) delete changed[name];
  const storeDraft = useRef(() => {});
  useEffect(() => {
    storeDraft.current = () =>
      formDraft.keep(userId, { kind, what, id, version: current?.version ?? 0, fields: changed });
  });
  // Only after a change: a deleted draft must stay deleted.
  const changedText = JSON.stringify(changed);
  useEffect(() => {
    if (changedText !== '{}') storeDraft.current();
  }, [changedText]);
  useEffect(() => {
    // The error messages may be rendered after this state.
    const target = focusTarget.current && formElement?.querySelector<HTMLElement>(focusTarget.current);
    if (!target) return;
    target.focus();
    focusTarget.current = undefined;
  });

  const focusOn = (selector: string) => {
    focusTarget.current = selector;
    requestRender({});
  };
  const focusFirst = () => focusOn('input, select, textarea');
  const refuse = (error: unknown, invalidFields: readonly string[]) => {
    focusOn('[aria-invalid="true"]');
    onRefused?.(error, invalidFields);
  };

  /** Continues with the record that another user saved. */
  const loadCurrent = async (staleRecord: Saved, error: unknown) => {
    const fresh = await readFresh?.(staleRecord.id);
    if (fresh) list?.put(fresh);
    if (fresh === undefined) return setFailure(failureText(error));
    onRefused?.(error, []);
    if (fresh === null) return setDeleted(true);
    const freshFields = fieldsOf(fresh);
    const editedFields = changedFields(form.getValues(), base);
    setCurrent(fresh);
    setConflict(true);
    resetTo(freshFields, editedFields);
    // The conflict notice may be far above the pressed button.
    focusFirst();
  };

  const send = async () => {
    setFailure(undefined);
    const { data, error, fieldErrors = {} } = await save({ ...base, ...form.getValues() }, current);
    if (data) {
      formDraft.forget();
      setCurrent(data);
      setConflict(false);
      resetTo(fieldsOf(data), {});
      list?.put(data);
      return onSaved(data);
    }
    const { code, status } = apiProblem(error);
    if (current && readFresh && (code === 'version-conflict' || status === 404))
      return loadCurrent(current, error);
    const refusedFields = problemDetails(error).map(({ path, message }) => [fieldOf(path), message] as const);
    const refused = [...Object.entries(fieldErrors), ...refusedFields].filter(([name]) => name in base);
    for (const [name, message = ''] of refused) form.setError(name as Path<Fields>, { message });
    if (refused.length > 0)
      return refuse(
        error,
        refused.map(([name]) => name),
      );
    if (error === undefined) return;
    setFailure(failureText(error));
    onRefused?.(error, []);
  };

  return {
    form,
    fields,
    /** The version that the next save is based on. */
    current,
    /** The record after a change by another user. */
    fresh: hasConflict ? current : undefined,
    /** The fields of `fresh`. */
    theirs: hasConflict ? base : undefined,
    isDeleted,
    isRestored,
    failure,
    setFailure,
    isSaving: isSubmitting,
    isDirty,
    /** Ref of the form element. */
    formRef: setFormElement,
    focusFirst,
    errorOf: (name: keyof Fields & string) => errors[name]?.message as string | undefined,
    set: (change: Partial<Fields>) => {
      for (const [name, value] of Object.entries(change))
        form.setValue(name as Path<Fields>, value as PathValue<Fields, Path<Fields>>, {
          shouldDirty: true,
          shouldValidate: form.formState.isSubmitted,
        });
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (!isSubmitting)
        void form.handleSubmit(send, (fieldErrors) => refuse(undefined, Object.keys(fieldErrors)))(event);
    },
    discardDraft: () => {
      formDraft.forget();
      setRestored(false);
      setConflict(false);
      resetTo(base, {});
    },
    deleteDraft: formDraft.forget,
  };
}

export type RecordForm<Saved extends FormRecord, Fields extends FormFields> = ReturnType<
  typeof useRecordForm<Saved, Fields>
>;
