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
import { formDraft } from './form-draft.ts';

interface FormRecord {
  readonly id: string;
  readonly version: number;
}

type FormFields = Record<string, unknown>;
type Messages<Fields> = Readonly<Partial<Record<keyof Fields & string, string | undefined>>>;

interface Reply<Saved> {
  readonly data?: Saved | undefined;
  readonly error?: unknown;
}

export interface RecordFormOptions<Saved extends FormRecord, Fields extends FormFields> {
  readonly kind: string;
  readonly what: string;
  /** As it was when the form was opened; undefined for a new one. */
  readonly record: Saved | undefined;
  readonly fieldsOf: (record: Saved | undefined) => Fields;
  /** What was chosen before the form was opened. */
  readonly initial?: Partial<Fields> | undefined;
  /** What is wrong with each field. */
  readonly check: (fields: Fields, current: Saved | undefined) => Messages<Fields>;
  /** Answers neither data nor error when there is nothing to say, as after a cancelled upload. */
  readonly save: (fields: Fields, current: Saved | undefined) => PromiseLike<Reply<Saved>>;
  /** The record as it is now: null when it was deleted, undefined when that could not be loaded. */
  readonly readFresh?: (id: string) => PromiseLike<Saved | null | undefined>;
  readonly onSaved: (saved: Saved) => void;
  readonly failureText: (error: unknown) => string;
  /** The field of a path that the server names. */
  readonly fieldOf?: (path: string) => string;
  /** The form was refused: by its own checks without an error, or by the server. */
  readonly onRefused?: (error?: unknown) => void;
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** Those of the fields that differ from others. */
function changedFields<Fields extends FormFields>(fields: Fields, from: FormFields): Partial<Fields> {
  const changed = Object.entries(fields).filter(([name, value]) => !isSame(value, from[name]));
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** The rules of a form as react-hook-form asks for them. */
const resolverOf =
  <Fields extends FormFields>(check: (fields: Fields) => Messages<Fields>): Resolver<Fields> =>
  (values) => {
    const wrong = Object.entries(check(values)).filter(([, message]) => message !== undefined);
    const errors = Object.fromEntries(wrong.map(([name, message]) => [name, { type: 'check', message }]));
    return wrong.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: errors as FieldErrors<Fields> };
  };

/**
 * A form that changes a record. What is typed outlives a login in this tab. When somebody else saved the record meanwhile, the form goes
 * on with what the server has now: fields that were not touched follow it, and what was typed stays beside it.
 */
export function useRecordForm<Saved extends FormRecord, Fields extends FormFields>(
  options: RecordFormOptions<Saved, Fields>,
) {
  const { kind, what, record, fieldsOf, initial, check, save, readFresh, onSaved, failureText } = options;
  const { fieldOf = (path) => path, onRefused } = options;
  const userId = useAppSelector(selectUser)?.id;
  const id = record?.id ?? 'new';
  const [left] = useState(() => {
    const draft = formDraft.read(userId);
    return draft?.kind === kind && draft.what === what && draft.id === id ? draft : undefined;
  });
  /** The record that the next save is about. */
  const [current, setCurrent] = useState(record);
  /** What the record was before somebody else changed it. */
  const [isOvertaken, setOvertaken] = useState(left !== undefined && left.version !== (record?.version ?? 0));
  const [taken, setTaken] = useState<readonly string[]>([]);
  const [isGone, setGone] = useState(false);
  const [isRestored, setRestored] = useState(left !== undefined);
  const [failure, setFailure] = useState<string>();
  const [focus, setFocus] = useState<{ readonly on: string }>();
  const [box, setBox] = useState<HTMLFormElement | null>(null);

  const base = fieldsOf(current);
  const form = useForm<Fields>({
    // The values of a form are of its fields.
    defaultValues: base as never,
    resolver: resolverOf<Fields>((fields) => check(fields, current)),
    shouldFocusError: false,
  });
  const { errors, isSubmitting } = form.formState;
  // Before the effect that restores a draft, which it would not hear of otherwise.
  const watched = useWatch({ control: form.control });

  /** Begins with what a record has, and with what was changed of it here. */
  const begin = (from: Fields, changed: Partial<Fields>) => {
    form.reset(from as never);
    for (const [name, value] of Object.entries(changed))
      form.setValue(name as Path<Fields>, value as PathValue<Fields, Path<Fields>>, { shouldDirty: true });
  };
  const start = useRef(() => {
    const known = Object.entries(left?.fields ?? {}).filter(
      ([name, value]) => name in base && typeof value === typeof base[name],
    );
    begin(base, { ...initial, ...(Object.fromEntries(known) as Partial<Fields>) });
  });
  useLayoutEffect(() => start.current(), []);

  const fields: Fields = Object.assign({}, base, watched);
  const isDirty = !isSame(fields, { ...base, ...initial });
  const changed = changedFields(fields, base);
  const keep = useRef(() => {});
  useEffect(() => {
    keep.current = () =>
      formDraft.keep(userId, { kind, what, id, version: current?.version ?? 0, fields: changed });
  });
  // Not at each render: a draft that was given up stays given up.
  const changedText = JSON.stringify(changed);
  useEffect(() => {
    if (changedText !== '{}') keep.current();
  }, [changedText]);
  useEffect(() => {
    if (focus) box?.querySelector<HTMLElement>(focus.on)?.focus();
  }, [box, focus]);

  const focusFirst = () => setFocus({ on: 'input, select, textarea' });
  const refuse = (error?: unknown) => {
    setFocus({ on: '[aria-invalid="true"]' });
    onRefused?.(error);
  };

  /** Loads what somebody else made of the record. */
  const meetFresh = async (of: Saved, error: unknown) => {
    const fresh = await readFresh?.(of.id);
    if (fresh === undefined) return setFailure(failureText(error));
    onRefused?.(error);
    if (fresh === null) return setGone(true);
    const now = fieldsOf(fresh);
    const mine = changedFields(form.getValues(), base);
    setTaken(Object.keys(changedFields(now, base)).filter((name) => !(name in mine)));
    setCurrent(fresh);
    setOvertaken(true);
    begin(now, mine);
    // The button that was pressed may stand far below what is said of it.
    focusFirst();
  };

  const send = async () => {
    setFailure(undefined);
    const { data, error } = await save({ ...base, ...form.getValues() }, current);
    if (data) {
      formDraft.forget();
      setCurrent(data);
      setOvertaken(false);
      begin(fieldsOf(data), {});
      return onSaved(data);
    }
    if (error === undefined) return;
    const { code, status } = apiProblem(error);
    if (current && readFresh && (code === 'version-conflict' || status === 404))
      return meetFresh(current, error);
    const refused = problemDetails(error).flatMap(({ path, message }) => {
      const name = fieldOf(path);
      return name in base ? [[name as Path<Fields>, message] as const] : [];
    });
    for (const [name, message] of refused) form.setError(name, { message });
    if (refused.length > 0) return refuse(error);
    setFailure(failureText(error));
    onRefused?.(error);
  };

  return {
    form,
    fields,
    /** The record that the next save is about. */
    current,
    /** The record as somebody else saved it meanwhile. */
    fresh: isOvertaken ? current : undefined,
    /** The fields of `fresh`, and which of them were taken over. */
    theirs: isOvertaken ? base : undefined,
    taken,
    isGone,
    isRestored,
    failure,
    setFailure,
    isSaving: isSubmitting,
    isDirty,
    /** The ref of the form. */
    box: setBox,
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
      if (!isSubmitting) void form.handleSubmit(send, () => refuse())(event);
    },
    startAnew: () => {
      formDraft.forget();
      setRestored(false);
      setOvertaken(false);
      begin(base, {});
    },
    forget: formDraft.forget,
  };
}

export type RecordForm<Saved extends FormRecord, Fields extends FormFields> = ReturnType<
  typeof useRecordForm<Saved, Fields>
>;
