import type { RequestKind } from '@kinmel/contracts';
import { Alert } from '@kinmel/ui';
import type { RecordDialogProps } from '../lists/list-declaration.ts';
import { customerReadsText, notesMaxLength, unusualStepText } from '../lists/status/statuses.rules.ts';
import { statusFailures } from './request-texts.ts';
import { type AnyRequest, useReadRequest } from './requests-api.ts';

/** What the dialogs of a request share. The row shows each saved version. */
export function useRequestStep<Row extends AnyRequest>(
  kind: RequestKind,
  { row: record, list, onClose }: RecordDialogProps<Row>,
) {
  const read = useReadRequest<Row>(kind);
  const readFresh = async (id: string) => (await read(id)) ?? undefined;
  return { kind, record, list, onClose, readFresh, failed: statusFailures[kind] };
}

/** The note to the customer; an unusual step needs one. */
export const noteInputs = (isUnusual: boolean, effect = '') =>
  [
    isUnusual ? (
      <Alert key="unusual" tone="warn">
        {`${effect} ${unusualStepText}`.trim()}
      </Alert>
    ) : null,
    {
      name: 'adminNotes',
      label: 'Admin notes',
      optional: !isUnusual,
      hint: customerReadsText,
      rows: 4,
      maxLength: notesMaxLength,
    },
  ] as const;

export const noteConflict = ({ adminNotes }: AnyRequest, own: { readonly adminNotes: string }) => ({
  name: 'Admin notes',
  now: adminNotes ?? '',
  own: own.adminNotes,
});

export const noteBody = (adminNotes: string) =>
  adminNotes.trim() === '' ? {} : { adminNotes: adminNotes.trim() };
