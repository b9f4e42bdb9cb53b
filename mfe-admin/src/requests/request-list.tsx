import type { RequestKind } from '@kinmel/contracts';
import { apiProblem, useAppDispatch } from '@kinmel/web-kit';
import { BulkStatus } from '../lists/bulk/bulk-status.tsx';
import type { ListDeclaration, RecordDialogProps, ShownList } from '../lists/list-declaration.ts';
import { recordList } from '../lists/record-list.tsx';
import { needsNote } from '../lists/status/note.rules.ts';
import { shortId, statusesOf, statusFailures } from './request-words.ts';
import {
  type AnyRequest,
  newRequestsAddress,
  requestCsvColumns,
  requestsApi,
  requestsExportAddress,
} from './requests-api.ts';
import { StatusDialog } from './status/status-dialog.tsx';

interface RequestListDeclaration<Row extends AnyRequest>
  extends Omit<ListDeclaration<Row>, 'kind' | 'nameOf' | 'csv' | 'Bulk' | 'useRecord'> {
  kind: RequestKind;
  customerOf: (request: Row) => string;
  /** What the request is about, in one line. */
  subjectOf: (request: Row) => string;
  onStatusSaved?: (list: ShownList<Row>) => void;
}

/** A list of requests: CSV, new ones, bulk status, the status dialog and the record of an address are those of its kind. */
export function requestList<Row extends AnyRequest>(declaration: RequestListDeclaration<Row>) {
  const { kind, customerOf, subjectOf, onStatusSaved, ...list } = declaration;
  const nameOf = (request: Row) => `${shortId(request.id)}, ${customerOf(request)}`;
  const paramsOf: NonNullable<ListDeclaration<Row>['csv']>['params'] = ({ filters, search }) => ({
    kind,
    status: filters['status'],
    search,
  });

  function Bulk({ list: shown }: { list: ShownList<Row> }) {
    const dispatch = useAppDispatch();
    const [send] = requestsApi.useBulkSetRequestStatusMutation();
    return (
      <BulkStatus
        list={shown}
        nameOf={nameOf}
        onChanged={shown.refresh}
        readRow={async (id) => {
          const { data } = await dispatch(
            requestsApi.endpoints.getRequest.initiate({ kind, id }, { forceRefetch: true, subscribe: false }),
          );
          // The address of a kind answers requests of that kind.
          return data as Row | undefined;
        }}
        noun="request"
        statuses={statusesOf[kind]}
        needsNote={needsNote}
        send={({ rows, key: _key, ...update }) => send({ kind, ...update, requests: rows })}
        failedText={statusFailures[kind]}
      />
    );
  }

  const Status = (props: RecordDialogProps<Row>) => (
    <StatusDialog
      {...props}
      kind={kind}
      subject={subjectOf(props.row)}
      onSaved={() => onStatusSaved?.(props.list)}
    />
  );

  return recordList<Row>({
    newRecords: {
      address: newRequestsAddress,
      params: paramsOf,
      isNewestShown: ({ page }) => page === 1,
    },
    ...list,
    kind,
    nameOf,
    csv: {
      address: requestsExportAddress,
      fileName: `${kind}s.csv`,
      params: paramsOf,
      columns: requestCsvColumns[kind],
    },
    Bulk,
    dialogs: { status: Status, ...list.dialogs },
    useRecord: (id, rows) => {
      // Mostly none is open, and a list may hold ten thousand.
      const row = id === undefined ? undefined : rows?.find((one) => one.id === id);
      const { currentData, error } = requestsApi.useGetRequestQuery(
        { kind, id: id ?? '' },
        {
          skip: id === undefined || rows === undefined || row !== undefined,
          refetchOnMountOrArgChange: true,
        },
      );
      if (id === undefined || row) return { row };
      if (!error || currentData) return { row: currentData as Row | undefined };
      const isMissing = [400, 404].includes(Number(apiProblem(error).status));
      const problem = isMissing ? 'There is no such request any more.' : 'This request could not be loaded.';
      return { row: undefined, problem };
    },
  });
}
