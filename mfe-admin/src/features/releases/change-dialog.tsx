import { Alert, Field, TextArea, TextInput } from '@kinmel/ui';
import { apiProblem, toast } from '@kinmel/web-kit';
import { useState } from 'react';
import { failureText, isVersionConflict } from '../../failure-text.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useRecordForm } from '../../forms/use-record-form.ts';
import {
  bodyOf,
  type ChangeFields,
  checkChange,
  effectOf,
  type ReleaseAction,
  type ReleaseRow,
  rowOf,
} from './release.rules.ts';
import { releasesApi } from './releases-api.ts';

const titles: Readonly<Record<ReleaseAction, string>> = {
  activate: 'Activate for all',
  canary: 'Start a canary',
  step: 'Next step',
  rollback: 'Roll back',
  freeze: 'Freeze',
  unfreeze: 'End the freeze',
};

export interface AskedChange {
  readonly action: ReleaseAction;
  /** The version that was chosen, for `activate` and `canary`. */
  readonly version?: string;
}

interface ChangeDialogProps extends AskedChange {
  row: ReleaseRow;
  onClose: () => void;
  onChanged: () => void;
}

/** Asks once before a change, and says what it does to whom. When somebody was faster, it shows that and asks again. */
export function ChangeDialog({ action, version = '', row, onClose, onChanged }: ChangeDialogProps) {
  const [change] = releasesApi.useChangeReleaseMutation();
  const [read] = releasesApi.useLazyListReleasesQuery();
  const [faster, setFaster] = useState<string>();
  const edit = useRecordForm<ReleaseRow, ChangeFields>({
    kind: 'release',
    what: `${action} ${version}`,
    record: row,
    fieldsOf: () => ({ version, share: '5', furtherShares: '', minutes: '', until: '', why: '' }),
    check: (fields) => checkChange(action, fields),
    save: async (fields, current = row) => {
      setFaster(undefined);
      const { data, error } = await change(bodyOf(action, current, fields));
      return { data: data && rowOf(data, row.id), error };
    },
    readFresh: async (id) => {
      const { data } = await read();
      return data && (rowOf(data, id) ?? null);
    },
    onSaved: () => {
      toast.success(`${row.id}: ${titles[action].toLowerCase()} is done.`);
      onClose();
      onChanged();
    },
    onRefused: (error) => {
      if (!isVersionConflict(error)) return;
      setFaster(apiProblem(error).message);
      onChanged();
    },
    failureText: (error) => failureText(error, 'The change could not be made.'),
  });
  const { form, errorOf, current = row } = edit;
  const close = () => {
    edit.forget();
    onClose();
  };
  return (
    <FormDialog
      title={`${titles[action]}: ${row.id}`}
      submitText={titles[action]}
      isBusy={edit.isSaving}
      canSubmit={!edit.isDeleted}
      canDismiss={!edit.isDirty}
      box={edit.box}
      onClose={close}
      onSubmit={edit.submit}
    >
      {faster ? (
        <Alert tone="warn" role="alert">
          {faster} What it would do now:
        </Alert>
      ) : null}
      <p>{effectOf(action, current, edit.fields)}</p>
      {edit.failure ? <Alert tone="bad">{edit.failure}</Alert> : null}
      {action === 'canary' ? (
        <>
          <Field label="Share of the visitors in percent" error={errorOf('share')}>
            <TextInput {...form.register('share')} type="number" min={1} max={100} required />
          </Field>
          <Field
            label="Further shares"
            optional
            hint="Rising, such as 25, 100. 100 gives it to all."
            error={errorOf('furtherShares')}
          >
            <TextInput {...form.register('furtherShares')} />
          </Field>
          <Field
            label="Minutes between two shares"
            optional
            hint="Without them each step is made by hand."
            error={errorOf('minutes')}
          >
            <TextInput {...form.register('minutes')} inputMode="numeric" />
          </Field>
        </>
      ) : null}
      {action === 'freeze' ? (
        <Field label="Until" hint="Nepal time" error={errorOf('until')}>
          <TextInput {...form.register('until')} type="datetime-local" required />
        </Field>
      ) : null}
      <Field label="Reason" hint="Stands in the timeline and in the audit." error={errorOf('why')}>
        <TextArea {...form.register('why')} maxLength={300} rows={2} required />
      </Field>
    </FormDialog>
  );
}
