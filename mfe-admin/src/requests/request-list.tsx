import type { RequestKind } from '@kinmel/contracts';
import type { StaffRight } from '@kinmel/contracts/browser';
import { Button, type ButtonLook, IconButton } from '@kinmel/ui';
import { formatDate } from '@kinmel/web-kit';
import Eye from 'lucide-react/icons/eye';
import type { ReactNode } from 'react';
import { BulkStatus } from '../lists/bulk/bulk-status.tsx';
import cells from '../lists/cells.module.css';
import { RowCard, type RowCardProps } from '../lists/cells.tsx';
import {
  type Customer,
  customerFacts,
  RecordDetails,
  type RecordDetailsProps,
} from '../lists/details/record-details.tsx';
import type { ListDeclaration, RecordDialogProps, ShownList } from '../lists/list-declaration.ts';
import { recordList } from '../lists/record-list.tsx';
import { shortId } from '../lists/records/record-kinds.rules.ts';
import { oneRecord } from '../lists/records/use-one-record.ts';
import { RowButton } from '../lists/row-buttons.tsx';
import { column } from '../lists/table/list-column.ts';
import { RowStatus, StatusDialog } from './request-status.tsx';
import { bulkChoicesOf, effectOf, historyOf, noteRuleOf, statusFailures } from './request-texts.ts';
import {
  type AnyRequest,
  newRequestsAddress,
  requestCsvColumns,
  requestsApi,
  requestsExportAddress,
  useReadRequest,
  useRequestPage,
} from './requests-api.ts';

/** A dialog that the details open with a button. */
interface RequestStep<Row> {
  readonly dialog: string;
  /** The initially selected status, if it is a usual next one. */
  readonly targetStatus?: string;
  readonly text: string;
  /** Text of the button in the row; none without it. */
  readonly rowText?: string;
  readonly look?: ButtonLook;
  /** By default that of changing the status. */
  readonly right?: StaffRight;
  readonly canTake?: (request: Row) => boolean;
}

interface RequestContent extends Pick<RecordDetailsProps, 'title' | 'groups' | 'texts' | 'picture' | 'head'> {
  /** "submitted" of "submitted 21 Nov 2026". */
  readonly verb: string;
}

interface RequestListDeclaration<Row extends AnyRequest>
  extends Omit<
    ListDeclaration<Row>,
    'kind' | 'nameOf' | 'csv' | 'bulk' | 'useRecord' | 'card' | 'Details' | 'noun' | 'useRows'
  > {
  kind: RequestKind;
  noun: string;
  /** By default a page of the kind. */
  useRows?: ListDeclaration<Row>['useRows'];
  idHeader?: string;
  customerOf: (request: Row) => Customer;
  /** The request in one line. */
  subjectOf: (request: Row) => string;
  /** Replaces the status select and the buttons of the row. */
  rowActions?: (request: Row, list: ShownList<Row>, name: string) => ReactNode;
  steps?: readonly RequestStep<Row>[];
  card: (request: Row) => Pick<RowCardProps, 'picture' | 'lines' | 'figure'>;
  details: (request: Row) => RequestContent;
  onStatusSaved?: (list: ShownList<Row>) => void;
}

/** A list of requests of one kind, with CSV, bulk status, status dialog and details. */
export function requestList<Row extends AnyRequest>(declaration: RequestListDeclaration<Row>) {
  const {
    kind,
    noun,
    idHeader = 'ID',
    customerOf,
    subjectOf,
    onStatusSaved,
    card,
    details,
    ...list
  } = declaration;
  const { steps = [{ dialog: 'status', text: 'Update Status' }], rowActions } = declaration;
  const changeRight: StaffRight = kind === 'return' ? 'returns.change' : 'requests.change';
  const stepsOf = (request: Row, { may }: ShownList<Row>) =>
    steps.filter(
      ({ targetStatus, canTake, right = changeRight }) =>
        may(right) &&
        (targetStatus === undefined || request.usualSteps.some((usual) => usual === targetStatus)) &&
        canTake?.(request) !== false,
    );
  const nameOf = (request: Row) => `${shortId(request.id)}, ${customerOf(request).name}`;
  const paramsOf: NonNullable<ListDeclaration<Row>['csv']>['params'] = ({ filters, search }) => ({
    kind,
    status: filters['status'],
    search,
  });

  function Bulk({ list: shownList }: { list: ShownList<Row> }) {
    const readRow = useReadRequest<Row>(kind);
    const [send] = requestsApi.useBulkSetRequestStatusMutation();
    return (
      <BulkStatus
        list={shownList}
        nameOf={nameOf}
        onChanged={shownList.refresh}
        readRow={readRow}
        noun="request"
        statuses={bulkChoicesOf(kind)}
        needsNote={noteRuleOf(kind)}
        effectOf={(targetStatus) => effectOf(kind, targetStatus)}
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

  function Details({ row, list: shownList, onClose }: RecordDialogProps<Row>) {
    const { verb, groups, texts, ...content } = details(row);
    return (
      <RecordDetails
        {...content}
        id={row.id}
        subtitle={`${shortId(row.id)}, ${verb} ${formatDate(row.createdAt, 'short')}`}
        status={row.status}
        groups={{ Customer: customerFacts(customerOf(row)), ...groups }}
        texts={{ ...texts, 'Admin notes': row.adminNotes || 'None yet.' }}
        history={historyOf(row)}
        onClose={onClose}
        actions={stepsOf(row, shownList).map(({ dialog, targetStatus, text, look }) => (
          <Button key={text} look={look} onClick={() => shownList.openDialog(dialog, row, targetStatus)}>
            {text}
          </Button>
        ))}
      />
    );
  }

  return recordList<Row>({
    useRows: (state) => useRequestPage<Row>(kind, state),
    newRecords: {
      address: newRequestsAddress,
      params: paramsOf,
      isNewestShown: ({ page }) => page === 1,
    },
    ...list,
    kind,
    noun,
    nameOf,
    columns: [
      column('id', idHeader, ({ id }) => <span className="quiet">{shortId(id)}</span>),
      ...list.columns,
      column(
        'actions',
        'Actions',
        (row, shownList) => {
          const name = `${noun} ${shortId(row.id)} of ${customerOf(row).name}`;
          return (
            <span className={cells.actions}>
              {rowActions?.(row, shownList, name) ?? (
                <>
                  {shownList.may(changeRight) ? (
                    <RowStatus kind={kind} row={row} list={shownList} name={name} />
                  ) : null}
                  {stepsOf(row, shownList).map(({ dialog, rowText }) =>
                    rowText ? (
                      <RowButton
                        key={dialog}
                        text={rowText}
                        name={name}
                        onClick={() => shownList.openDialog(dialog, row)}
                      />
                    ) : null,
                  )}
                  <IconButton label={`Details of ${name}`} onClick={() => shownList.open(row)}>
                    <Eye />
                  </IconButton>
                </>
              )}
            </span>
          );
        },
        { align: 'end' },
      ),
    ],
    card: (row, shownList) => (
      <RowCard {...card(row)} status={row.status} onOpen={() => shownList.open(row)} />
    ),
    csv: {
      right: 'requests.export',
      address: requestsExportAddress,
      fileName: `${kind}s.csv`,
      params: paramsOf,
      columns: requestCsvColumns[kind],
    },
    bulk: { right: changeRight, Bar: Bulk },
    Details,
    dialogs: { status: Status, ...list.dialogs },
    useRecord: oneRecord<Row>(noun, (id, options) => requestsApi.useGetRequestQuery({ kind, id }, options)),
  });
}
