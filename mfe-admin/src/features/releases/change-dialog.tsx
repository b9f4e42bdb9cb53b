import { Alert } from '@kinmel/ui';
import { apiProblem, toast } from '@kinmel/web-kit';
import { useState } from 'react';
import { isVersionConflict } from '../../failure-text.ts';
import { reasonInput, StepDialog, type StepInput } from '../../forms/step-dialog.tsx';
import {
  bodyOf,
  type ChangeFields,
  checkChange,
  effectOf,
  type ReleaseAction,
  type ReleaseRow,
  type Releases,
  rowOf,
} from './release-texts.ts';
import { releasesApi } from './releases-api.ts';

const titles: Readonly<Record<ReleaseAction, string>> = {
  activate: 'Activate for all',
  canary: 'Start a canary',
  step: 'Next step',
  rollback: 'Roll back',
  freeze: 'Freeze',
  unfreeze: 'End the freeze',
};

/** The fields other than the reason. */
const actionInputs: Readonly<Partial<Record<ReleaseAction, readonly StepInput<string>[]>>> = {
  canary: [
    { name: 'share', label: 'Share of the visitors in percent', inputMode: 'decimal' },
    {
      name: 'furtherShares',
      label: 'Further shares',
      optional: true,
      hint: 'None, or rising ones: 25, 100. 100 is all.',
    },
    {
      name: 'minutes',
      inputMode: 'numeric',
      label: 'Minutes between two shares',
      optional: true,
      hint: 'Without them each step is made by hand.',
    },
  ],
  freeze: [{ name: 'until', label: 'Until', hint: 'Nepal time', type: 'datetime-local' }],
};

export interface RequestedChange {
  readonly action: ReleaseAction;
  /** The version that was chosen, for `activate` and `canary`. */
  readonly version?: string;
}

interface ChangeDialogProps extends RequestedChange {
  row: ReleaseRow;
  onClose: () => void;
  /** Reloads all parts. */
  refetch: () => PromiseLike<{ readonly data?: Releases | undefined }>;
}

/** Confirms a change and says which visitors it affects. After a conflict it shows the other user's change and asks again. */
export function ChangeDialog({ action, version = '', row, onClose, refetch }: ChangeDialogProps) {
  const [change] = releasesApi.useChangeReleaseMutation();
  const [conflictText, setConflictText] = useState<string>();
  return (
    <StepDialog<ReleaseRow, ChangeFields>
      kind="release"
      what={`${action} ${version}`}
      title={`${titles[action]}: ${row.id}`}
      submitText={titles[action]}
      record={row}
      fieldsOf={() => ({ version, share: '5', furtherShares: '', minutes: '', until: '', why: '' })}
      check={(fields) => checkChange(action, fields)}
      save={async (fields, current = row) => {
        setConflictText(undefined);
        const { data, error } = await change(bodyOf(action, current, fields));
        return { data: data && rowOf(data, row.id), error };
      }}
      readFresh={async (id) => {
        const { data } = await refetch();
        return data && (rowOf(data, id) ?? null);
      }}
      onSaved={() => {
        toast.success(`${row.id}: ${titles[action].toLowerCase()} is done.`);
        void refetch();
      }}
      onRefused={(error) => {
        if (isVersionConflict(error)) setConflictText(apiProblem(error).message);
      }}
      failed="The change could not be made."
      onClose={onClose}
      about={(fields, current = row) => (
        <>
          {conflictText ? (
            <Alert tone="warn" role="alert">
              {`${conflictText} What it would do now:`}
            </Alert>
          ) : null}
          <p>{effectOf(action, current, fields)}</p>
        </>
      )}
      inputs={() => [
        ...(actionInputs[action] ?? []),
        reasonInput('why', 'Stands in the timeline and in the audit.'),
      ]}
    />
  );
}
