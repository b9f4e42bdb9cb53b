import type { RequestKind } from '@kinmel/contracts';
import { toast } from '@kinmel/web-kit';
import { failureText, isVersionConflict } from '../../failure-text.ts';
import type { ShownList } from '../../lists/list-declaration.ts';
import { needsNote } from '../../lists/status/note.rules.ts';
import { StatusSelect } from '../../lists/status/status-select.tsx';
import { statusesOf, statusFailures } from '../request-words.ts';
import type { AnyRequest } from '../requests-api.ts';
import { useSetStatus } from './use-set-status.ts';

interface RowStatusProps<Row extends AnyRequest> {
  kind: RequestKind;
  row: Row;
  list: ShownList<Row>;
  /** Names the row for readers. */
  name: string;
}

/** The status of a request, set in its row; a step back or over asks for a note first. */
export function RowStatus<Row extends AnyRequest>({ kind, row, list, name }: RowStatusProps<Row>) {
  const setStatus = useSetStatus(kind, list);
  const onStatus = async (wanted: string) => {
    if (wanted === row.status) return;
    if (needsNote(row, wanted)) return list.ask('status', row, wanted);
    const { error } = await setStatus(row, { status: wanted });
    if (!error) return;
    toast.error(failureText(error, statusFailures[kind]));
    if (isVersionConflict(error)) list.refresh();
  };
  return (
    <StatusSelect
      label={`Status of ${name}`}
      value={row.status as string}
      options={statusesOf[kind]}
      onChange={(status) => void onStatus(status)}
    />
  );
}
