import type { RequestKind } from '@kinmel/contracts';
import { Alert } from '@kinmel/ui';
import type { ReactNode } from 'react';
import type { ConflictRow } from '../forms/form-notices.tsx';
import { StepDialog, type StepDialogProps, type StepPart } from '../forms/step-dialog.tsx';
import type { RecordFormOptions } from '../forms/use-record-form.ts';
import type { RecordDialogProps } from '../lists/list-declaration.ts';
import { customerReadsText, notesMaxLength, unusualStepText } from '../lists/status/statuses.rules.ts';
import { statusFailures } from './request-texts.ts';
import { type AnyRequest, useReadRequest } from './requests-api.ts';

interface WithNote extends Record<string, string> {
  adminNotes: string;
}

interface RequestDialogProps<Row extends AnyRequest, Fields extends WithNote>
  extends Omit<
      StepDialogProps<Row, Fields>,
      | 'kind'
      | 'record'
      | 'fieldsOf'
      | 'check'
      | 'save'
      | 'about'
      | 'failed'
      | 'conflict'
      | 'inputs'
      | 'list'
      | 'onClose'
    >,
    RecordDialogProps<Row> {
  kind: RequestKind;
  /** The fields but the note. */
  fieldsOf: (request: Row) => Omit<Fields, 'adminNotes'>;
  check: (fields: Fields, current: Row) => ReturnType<RecordFormOptions<Row, Fields>['check']>;
  /** @param note of the body, if one was written */
  save: (
    fields: Fields,
    current: Row,
    note: ReturnType<typeof noteBody>,
  ) => ReturnType<RecordFormOptions<Row, Fields>['save']>;
  failed?: string;
  /** The request in one line. */
  about: (current: Row) => ReactNode;
  /** Whether the step is not a usual one and needs a note. */
  isUnusual?: (fields: Fields, current: Row) => boolean;
  /** Own and current values of the fields. */
  conflict: (fresh: Row, fields: Fields) => readonly ConflictRow[];
  /** What stands above the note. */
  inputs: (fields: Fields, current: Row) => readonly StepPart<Row, Fields>[];
}

/** The dialog that edits a request, with a note to the customer. The row shows each saved version. */
export function RequestDialog<Row extends AnyRequest, Fields extends WithNote>(
  props: RequestDialogProps<Row, Fields>,
) {
  const { kind, row, isUnusual, check } = props;
  const read = useReadRequest<Row>(kind);
  return (
    <StepDialog<Row, Fields>
      failed={statusFailures[kind]}
      {...props}
      record={row}
      fieldsOf={(current = row) => ({ ...props.fieldsOf(current), adminNotes: '' }) as Fields}
      check={(fields, current = row) => check(fields, current)}
      save={(fields, current = row) => props.save(fields, current, noteBody(fields.adminNotes))}
      readFresh={async (id) => (await read(id)) ?? undefined}
      about={(_, current = row) => <p>{props.about(current)}</p>}
      conflict={(fresh, fields) => [
        ...props.conflict(fresh, fields),
        { name: 'Admin notes', now: fresh.adminNotes ?? '', own: fields.adminNotes },
      ]}
      inputs={(fields, current = row) => {
        const isOdd = isUnusual?.(fields, current) === true;
        return [
          ...props.inputs(fields, current),
          isOdd ? (
            <Alert key="unusual" tone="warn">
              {unusualStepText}
            </Alert>
          ) : null,
          {
            name: 'adminNotes',
            label: 'Admin notes',
            optional: !isOdd,
            hint: customerReadsText,
            rows: 4,
            maxLength: notesMaxLength,
          },
        ];
      }}
    />
  );
}

const noteBody = (adminNotes: string) => (adminNotes.trim() === '' ? {} : { adminNotes: adminNotes.trim() });
