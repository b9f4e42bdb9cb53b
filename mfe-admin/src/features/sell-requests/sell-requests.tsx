import type { SellRequestAnswer } from '@kinmel/contracts';
import { Alert, Badge, Tabs } from '@kinmel/ui';
import { useAppDispatch } from '@kinmel/web-kit';
import { useState } from 'react';
import { useLeftDialog } from '../../forms/dialog-draft.ts';
import { useLastPage } from '../../lists/address/use-last-page.ts';
import { useListState } from '../../lists/address/use-list-state.ts';
import { ListBox, ListRows } from '../../lists/list-box.tsx';
import { Pager } from '../../lists/pager.tsx';
import { NewRecords } from '../../lists/records/new-records.tsx';
import { useKnownRows } from '../../lists/records/use-known-rows.ts';
import { newestOf, useNewRecords } from '../../lists/records/use-new-records.ts';
import { wordOf } from '../../lists/status/statuses.rules.ts';
import { DataTable } from '../../lists/table/data-table.tsx';
import { useRowSelection } from '../../lists/table/use-row-selection.ts';
import { ColumnPicker } from '../../lists/toolbar/column-picker.tsx';
import { shownKeys } from '../../lists/toolbar/csv-button.tsx';
import { SearchBox } from '../../lists/toolbar/search-box.tsx';
import { ViewPicker } from '../../lists/views/view-picker.tsx';
import { ExportButton } from '../../requests/export-button.tsx';
import { dollars, shortId, statusesOf } from '../../requests/request-words.ts';
import { newRequestsAddress } from '../../requests/requests-api.ts';
import { RowCard } from '../../requests/row-card.tsx';
import { BulkRequestStatus } from '../../requests/status/bulk-request-status.tsx';
import { StatusDialog } from '../../requests/status/status-dialog.tsx';
import type { PatchRow } from '../../requests/status/use-set-status.ts';
import { patchOpenRequest, useOpenRequest } from '../../requests/use-open-request.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { QuoteDialog } from './quote-dialog.tsx';
import { RequestDetails } from './request-details.tsx';
import { RequestPhoto } from './request-photo.tsx';
import { hideableColumns, type RowAction, sellRequestColumns } from './sell-request-columns.tsx';
import { phoneName, phoneText } from './sell-request-words.ts';
import classes from './sell-requests.module.css';
import { sellRequestsApi, sellRequestsPerPage } from './sell-requests-api.ts';

/** ASELL-01: all, then the statuses. */
const statusFilters = ['all', ...statusesOf['sell-request']] as const;
const spec = { filters: { status: statusFilters }, hideable: hideableColumns };

/** One list for all that are empty, so that each drawing has the same. */
const none: readonly SellRequestAnswer[] = [];
const nameOf = (request: SellRequestAnswer) => `${shortId(request.id)}, ${request.fullName}`;

/** Requests of customers who want to sell a phone (AGEN-01). */
export default function SellRequests() {
  const dispatch = useAppDispatch();
  const [asked, setAction] = useState<{ what: RowAction; request: SellRequestAnswer }>();
  const [deleted, setDeleted] = useState<string>();
  const selection = useRowSelection();
  const listAddress = useListState(spec, 'sell-requests');
  const { state, change, ignored } = listAddress;
  const { page, search, record, hidden } = state;
  const status = state.filters['status'] ?? 'all';
  const query = { page, status, search };
  const list = sellRequestsApi.useListSellRequestsQuery(query, { refetchOnMountOrArgChange: true });
  useLastPage(page, list.currentData?.totalPages, change);
  const shown = list.error && !list.currentData ? undefined : list.data;
  const rows = shown?.rows ?? none;
  const known = useKnownRows(rows);
  const { count: newCount } = useNewRecords({
    address: newRequestsAddress,
    params: { kind: 'sell-request', status, search },
    isLoaded: list.currentData !== undefined,
    newest: page === 1 ? newestOf(rows) : undefined,
  });
  const { request: opened, problem } = useOpenRequest(
    'sell-request',
    // ASELL-31: the details of one that is gone close with it.
    record === deleted ? undefined : record,
    list.isLoading ? undefined : rows,
  );

  const left = useLeftDialog('sell-request');
  const { request: leftRequest } = useOpenRequest('sell-request', left.id, list.isLoading ? undefined : rows);
  const leftWhat = left.what === 'quote' ? 'quote' : 'status';
  const action = asked ?? (leftRequest ? { what: leftWhat, request: leftRequest } : undefined);

  const patchList = (rowsAfter: (rows: SellRequestAnswer[]) => SellRequestAnswer[], removed = 0) =>
    dispatch(
      sellRequestsApi.util.updateQueryData('listSellRequests', query, (before) => ({
        ...before,
        rows: rowsAfter([...before.rows]),
        total: before.total - removed,
      })),
    );
  const patch: PatchRow = (id, changes) => {
    // A change of a row of this list is one of a sell request.
    patchList((before) =>
      before.map((row) => (row.id === id ? ({ ...row, ...changes } as SellRequestAnswer) : row)),
    );
    patchOpenRequest(dispatch, 'sell-request', id, changes);
  };
  const onView = ({ id }: SellRequestAnswer) => change({ record: id });
  const onAction = (what: RowAction, request: SellRequestAnswer) => setAction({ what, request });
  const columns = sellRequestColumns({ onView, onAction });
  const closeAction = () => {
    left.done();
    setAction(undefined);
  };

  const content = (
    <>
      <div className={classes.toolbar}>
        <SearchBox
          label="Search sell phone requests"
          placeholder="Search by brand, model, email, phone, or name..."
          value={search}
          onSearch={(text, how) => change({ search: text }, how)}
        />
        <ViewPicker spec={spec} list={listAddress} />
        <ColumnPicker columns={columns} hidden={hidden} onChange={(columns) => change({ hidden: columns })} />
        <ExportButton
          kind="sell-request"
          status={status}
          search={search}
          shown={shownKeys(columns, hidden)}
        />
        {shown ? (
          <span className={classes.total}>
            {shown.total.toLocaleString('en-US')} {shown.total === 1 ? 'request' : 'requests'}
          </span>
        ) : null}
      </div>
      <NewRecords count={newCount} onShow={() => (page === 1 ? void list.refetch() : change({ page: 1 }))} />
      <BulkRequestStatus
        kind="sell-request"
        selection={selection}
        known={known}
        nameOf={nameOf}
        onChanged={() => void list.refetch()}
      />
      {problem ? (
        <Alert tone="bad" className={classes.alert} onClose={() => change({ record: undefined })}>
          {problem}
        </Alert>
      ) : null}
      <ListRows
        isLoading={!shown}
        error={list.error && !shown ? 'Error: Failed to fetch requests' : undefined}
        onRetry={() => void list.refetch()}
        isFetching={list.isFetching}
        isEmpty={rows.length === 0}
        emptyText="No requests found"
      >
        <DataTable
          label="Sell phone requests"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowName={nameOf}
          hidden={hidden}
          selection={selection}
          card={(request) => (
            <RowCard
              picture={<RequestPhoto request={request} size="thumbnail" />}
              title={request.fullName}
              subtitle={phoneName(request)}
              detail={`${request.storage} GB, ${request.condition}`}
              figure={dollars(request.expectedPrice)}
              status={request.status}
              onOpen={() => onView(request)}
            />
          )}
        />
      </ListRows>
    </>
  );

  return (
    <>
      <ListBox
        ignored={ignored}
        footer={
          shown ? (
            <Pager
              page={page}
              totalPages={shown.totalPages}
              onPage={(to) => change({ page: to })}
              rows={{ total: shown.total, pageSize: sellRequestsPerPage }}
            />
          ) : null
        }
      >
        <Tabs
          label="Status"
          className={classes.filters}
          value={status}
          onValueChange={(value) => change({ filters: { status: value } })}
          tabs={statusFilters.map((value) => ({
            value,
            label: (
              <>
                {wordOf(value)}
                {value === 'pending' ? <PendingCount rows={rows} /> : null}
              </>
            ),
            content,
          }))}
        />
      </ListBox>
      {opened && !action ? (
        <RequestDetails
          request={opened}
          onClose={() => change({ record: undefined })}
          onQuote={() => onAction('quote', opened)}
          onStatus={() => onAction('status', opened)}
          onDelete={() => onAction('delete', opened)}
        />
      ) : null}
      {action?.what === 'quote' ? (
        <QuoteDialog request={action.request} patch={patch} onClose={closeAction} />
      ) : null}
      {action?.what === 'status' ? (
        <StatusDialog
          kind="sell-request"
          request={action.request}
          subject={`${phoneText(action.request)}, of ${action.request.fullName}`}
          patch={patch}
          onClose={closeAction}
        />
      ) : null}
      {action?.what === 'delete' ? (
        <DeleteDialog
          request={action.request}
          patch={patch}
          onClose={closeAction}
          onDeleted={() => {
            const { id } = action.request;
            setDeleted(id);
            closeAction();
            selection.toggle(id, false);
            patchList((before) => before.filter((row) => row.id !== id), 1);
            if (record !== undefined) change({ record: undefined }, { replace: true });
            if (rows.length === 1) void list.refetch();
          }}
        />
      ) : null}
    </>
  );
}

/** How many of the rows that are shown are pending (ASELL-02). */
function PendingCount({ rows }: { rows: readonly SellRequestAnswer[] }) {
  const count = rows.filter(({ status }) => status === 'pending').length;
  return <Badge count={count} label={`${count} pending on this page`} className={classes.pending} />;
}
