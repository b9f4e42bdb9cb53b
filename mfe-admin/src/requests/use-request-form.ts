import type { RequestKind } from '@kinmel/contracts';
import type { Path } from 'react-hook-form';
import { failureText } from '../failure-text.ts';
import { type RecordFormOptions, useRecordForm } from '../forms/use-record-form.ts';
import type { RecordDialogProps } from '../lists/list-declaration.ts';
import { type AnyRequest, useReadRequest } from './requests-api.ts';

interface RequestFormOptions<Row extends AnyRequest, Fields extends Record<string, string>>
  extends Pick<RecordDialogProps<Row>, 'row' | 'list' | 'onClose'> {
  kind: RequestKind;
  what: string;
  fieldsOf: (request: Row) => Fields;
  initial?: Partial<Fields> | undefined;
  check: (fields: Fields, current: Row) => Partial<Record<keyof Fields & string, string | undefined>>;
  save: (fields: Fields, current: Row) => ReturnType<RecordFormOptions<Row, Fields>['save']>;
  onSaved?: (() => void) | undefined;
  failedText: string;
}

/** A form of a request dialog. The row shows each saved version. */
export function useRequestForm<Row extends AnyRequest, Fields extends Record<string, string>>(
  options: RequestFormOptions<Row, Fields>,
) {
  const { kind, what, row, list, fieldsOf, initial, check, save, onSaved, failedText, onClose } = options;
  const read = useReadRequest<Row>(kind);
  const edit = useRecordForm<Row, Fields>({
    kind,
    what,
    record: row,
    fieldsOf: (request = row) => fieldsOf(request),
    initial,
    check: (fields, request = row) => check(fields, request),
    save: (fields, request = row) => save(fields, request),
    readFresh: async (id) => (await read(id)) ?? undefined,
    list,
    onSaved: () => {
      onClose();
      onSaved?.();
    },
    failureText: (error) => failureText(error, failedText),
  });
  return {
    ...edit,
    current: edit.current ?? row,
    note: edit.form.register('adminNotes' as Path<Fields>),
    noteError: edit.errorOf('adminNotes'),
    onClose,
  };
}

export const noteBody = (adminNotes: string) =>
  adminNotes.trim() === '' ? {} : { adminNotes: adminNotes.trim() };
