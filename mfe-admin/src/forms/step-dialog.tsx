import { Alert, Checkbox, ConfirmDialog } from '@kinmel/ui';
import { Fragment, isValidElement, type ReactElement, type ReactNode, useState } from 'react';
import { failureText } from '../failure-text.ts';
import type { Must } from '../money/typed-amount.rules.ts';
import { FormDialog, type FormDialogProps } from './form-dialog.tsx';
import { ConflictNotice, type ConflictRow } from './form-notices.tsx';
import { type InputOptions, RecordInput } from './record-input.tsx';
import {
  type FormRecord,
  type RecordForm,
  type RecordFormOptions,
  useRecordForm,
} from './use-record-form.ts';

export type StepFields = Record<string, string>;
type NameOf<Fields> = keyof Fields & string;

export interface StepInput<Name extends string> extends InputOptions<Name> {
  readonly must?: Must | undefined;
}

export const isFilled = (text: string): boolean => text.trim() !== '';

/** A field, content between fields, or a control that changes the form. */
export type StepPart<Saved extends FormRecord, Fields extends StepFields> =
  | StepInput<NameOf<Fields>>
  | ReactElement
  | ((recordForm: RecordForm<Saved, Fields>) => ReactElement)
  | null;

/** A reason that another person can understand. */
export const saysWhy: Must = [(text) => text.trim().length >= 3, 'Please say why.'];

/** The field for the reason of a step. */
export const reasonInput = <Name extends string>(name: Name, hint: string, must?: Must) =>
  ({ name, label: 'Reason', hint, rows: 2, maxLength: 300, must }) as const;

/** A checkbox that staff must tick, shown for `reason` or after the service has refused the step without it. */
export const confirmation = <Saved extends FormRecord, Fields extends StepFields>(
  name: NameOf<Fields>,
  label: string,
  reason?: string,
) =>
  function Confirmation({ fields, errorOf, set }: RecordForm<Saved, Fields>) {
    const isConfirmed = fields[name] !== '';
    const text = errorOf(name) ?? reason;
    return (
      <Fragment key={name}>
        {text === undefined ? null : <Alert tone="bad">{text}</Alert>}
        {text === undefined && !isConfirmed ? null : (
          <Checkbox
            label={label}
            checked={isConfirmed}
            onChange={({ target }) =>
              set({ [name]: target.checked ? 'yes' : '' } as unknown as Partial<Fields>)
            }
          />
        )}
      </Fragment>
    );
  };

type DefaultedOption = 'check' | 'onSaved' | 'failureText';

export interface StepDialogProps<Saved extends FormRecord, Fields extends StepFields>
  extends Pick<FormDialogProps, 'title' | 'busyText' | 'canSubmit' | 'onClose'>,
    Omit<RecordFormOptions<Saved, Fields>, DefaultedOption>,
    Partial<Pick<RecordFormOptions<Saved, Fields>, DefaultedOption>> {
  /** The title by default. */
  submitText?: string | ((fields: Fields) => string);
  /** Above the notices. */
  about?: (fields: Fields, current: Saved | undefined) => ReactNode;
  /** Shown when a failure has no reason. */
  failed?: string;
  /** The values to compare after another user changed the record. */
  conflict?: (fresh: Saved, fields: Fields) => readonly ConflictRow[];
  inputs: (fields: Fields, current: Saved | undefined) => readonly StepPart<Saved, Fields>[];
  /** The confirmation of a save that cannot be undone; undefined for none. */
  questionOf?: (fields: Fields, current: Saved | undefined) => string | undefined;
}

/** A dialog for one step of a record, with its fields, notices and conflicts. */
export function StepDialog<Saved extends FormRecord, Fields extends StepFields>(
  props: StepDialogProps<Saved, Fields>,
) {
  const {
    title,
    busyText,
    canSubmit = true,
    submitText = title,
    failed = '',
    conflict,
    inputs,
    onClose,
  } = props;
  const [question, setQuestion] = useState<{ text: string; answer: (isYes: boolean) => void }>();
  const isConfirmed = (text: string | undefined) =>
    text === undefined || new Promise<boolean>((answer) => setQuestion({ text, answer }));
  const decide = (isYes: boolean) => {
    question?.answer(isYes);
    setQuestion(undefined);
  };
  const recordForm = useRecordForm<Saved, Fields>({
    fieldOf: (path) => path.replace(/\..*/, ''),
    failureText: (error) => failureText(error, failed),
    ...props,
    save: async (fields, current) =>
      (await isConfirmed(props.questionOf?.(fields, current))) ? props.save(fields, current) : {},
    check: (fields, current) => {
      const errors: Partial<Record<NameOf<Fields>, string>> = {};
      for (const input of inputs(fields, current)) {
        if (!input || !('must' in input) || !input.must) continue;
        const text = fields[input.name] ?? '';
        const [isRight, refusal] = input.must;
        if (!isRight(text)) errors[input.name] = typeof refusal === 'string' ? refusal : refusal(text);
      }
      return { ...errors, ...props.check?.(fields, current) };
    },
    onSaved: (saved) => {
      onClose();
      props.onSaved?.(saved);
    },
  });
  const { current, fresh, failure, fields } = recordForm;

  return (
    <FormDialog
      title={title}
      submitText={typeof submitText === 'string' ? submitText : submitText(fields)}
      busyText={busyText}
      canSubmit={canSubmit && !recordForm.isDeleted}
      recordForm={recordForm}
      onClose={onClose}
    >
      {props.about?.(fields, current)}
      {fresh && conflict ? <ConflictNotice rows={conflict(fresh, fields)} /> : null}
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      {inputs(fields, current).map((part) => {
        if (part === null || isValidElement(part)) return part;
        if (typeof part === 'function') return part(recordForm);
        const { must: _must, ...input } = part as StepInput<NameOf<Fields>>;
        return (
          <RecordInput
            key={input.name}
            recordForm={recordForm}
            maxLength={input.rows ? 1000 : 100}
            required={!input.optional}
            {...input}
          />
        );
      })}
      <ConfirmDialog
        open={question !== undefined}
        title={title}
        look="solid"
        confirm="Yes, go on"
        onConfirm={() => decide(true)}
        onClose={() => decide(false)}
      >
        {question?.text}
      </ConfirmDialog>
    </FormDialog>
  );
}
