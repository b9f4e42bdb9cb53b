import type { RequestKind } from '@kinmel/contracts';
import type { RecordDialogProps } from '../lists/list-declaration.ts';
import { statusFailures } from './request-texts.ts';
import { type AnyRequest, useReadRequest } from './requests-api.ts';

/** Properties that the dialogs of a request share. Each saved version is shown in the row. */
export function useRequestStep<Row extends AnyRequest>(
  kind: RequestKind,
  { row: record, list, onClose }: RecordDialogProps<Row>,
) {
  const read = useReadRequest<Row>(kind);
  const readFresh = async (id: string) => (await read(id)) ?? undefined;
  return { kind, record, list, onClose, readFresh, failed: statusFailures[kind] };
}

export const noteConflict = ({ adminNotes }: AnyRequest, entered: { readonly adminNotes: string }) => ({
  name: 'Admin notes',
  stored: adminNotes ?? '',
  entered: entered.adminNotes,
});
