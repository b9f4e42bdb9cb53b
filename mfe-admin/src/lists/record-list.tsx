import { Alert, Button, Tabs } from '@kinmel/ui';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type ComponentType, Fragment, useEffect, useMemo, useState } from 'react';
import { useDraftDialog } from '../forms/form-draft.ts';
import { ContentTitle } from '../frame/content-title.tsx';
import { RetryAlert } from '../frame/retry-alert.tsx';
import { useRights } from '../frame/use-rights.ts';
import { type ListSpec, rowsPerPage } from './address/list-state.rules.ts';
import { type ListAddress, useListState } from './address/use-list-state.ts';
import { stackedCells } from './cells.tsx';
import classes from './list-box.module.css';
import { ListBox, ListRows } from './list-box.tsx';
import type { FilterDeclaration, ListDeclaration, ListRow, ShownList } from './list-declaration.ts';
import { CursorPager, Pager } from './pager.tsx';
import { NewRecords, newestOf, useNewRecords } from './records/new-records.tsx';
import { DataTable } from './table/data-table.tsx';
import { columnKeys } from './table/list-column.ts';
import { useRowSelection } from './table/use-row-selection.ts';
import { ColumnPicker } from './toolbar/column-picker.tsx';
import { CsvButton } from './toolbar/csv-button.tsx';
import { SearchBox } from './toolbar/search-box.tsx';
import { newerOf, useRowsSeen } from './use-rows-seen.ts';
import { ViewPicker } from './views/view-picker.tsx';

const noRows: readonly never[] = [];
const noRecord = () => ({ row: undefined, problem: undefined });
const noNewRecords = { address: '', params: () => ({}), isNewestShown: () => false };

/** Creates the component of a declared list. */
export function recordList<Row extends ListRow>(declaration: ListDeclaration<Row>): ComponentType {
  const { columns, filters = {}, cursorPattern } = declaration;
  const { sortable, hideable } = columnKeys(columns);
  const spec: ListSpec = {
    filters: Object.fromEntries(Object.entries(filters).map(([name, { values }]) => [name, values])),
    cursorPattern,
    sortable,
    hideable: hideable.length > 0 ? hideable : undefined,
  };
  return function DeclaredList() {
    return <RecordList declaration={declaration} spec={spec} />;
  };
}

/** Goes to the last page when the address names a later one, as after deletions. */
function useLastPage(page: number, totalPages: number | undefined, change: ListAddress['change']): void {
  const lastPage = totalPages === undefined ? page : Math.max(totalPages, 1);
  useEffect(() => {
    if (page > lastPage) change({ page: lastPage }, { replace: true });
  }, [page, lastPage, change]);
}

function useShownList<Row extends ListRow>(declaration: ListDeclaration<Row>, address: ListAddress) {
  const {
    useRows,
    useRecord = noRecord,
    matches,
    pageSize = rowsPerPage,
    newRecords = noNewRecords,
  } = declaration;
  const { state, change, addressWith } = address;
  const reply = useRows(state);
  const hasFailed = reply.error !== undefined;
  const { loadedRows, rowsById, removedIds, put, remove } = useRowsSeen<Row>(
    (hasFailed ? undefined : reply.data?.rows) ?? noRows,
  );
  const selection = useRowSelection();
  const [openDialog, setOpenDialog] = useState<{ what: string; row: Row; choice?: string | undefined }>();
  const draftDialog = useDraftDialog(declaration.kind);
  const may = useRights();

  const remainingRows = useMemo(
    () => loadedRows.flatMap((row) => (removedIds.has(row.id) ? [] : (rowsById.get(row.id) ?? row))),
    [loadedRows, rowsById, removedIds],
  );
  const rows = useMemo(
    () => (matches ? remainingRows.filter((row) => matches(row, state)) : remainingRows),
    // Only search and filters narrow a list.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [remainingRows, matches, state.search, state.filters],
  );
  const isLoaded = !hasFailed && reply.currentData !== undefined;
  const total = matches
    ? rows.length
    : reply.data?.total === undefined
      ? undefined
      : reply.data.total - (loadedRows.length - remainingRows.length);
  const totalPages = matches ? Math.ceil(rows.length / pageSize) : (reply.data?.totalPages ?? 1);
  useLastPage(
    state.page,
    isLoaded ? (matches ? totalPages : reply.currentData?.totalPages) : undefined,
    change,
  );

  const isNewestShown = newRecords.isNewestShown(state);
  const newRecordsPoll = useNewRecords({
    address: newRecords.address,
    params: newRecords.params(state),
    isLoaded: isLoaded && declaration.newRecords !== undefined,
    newest: isNewestShown ? newestOf(remainingRows) : undefined,
  });
  const refresh = () => void reply.refetch();

  const list: ShownList<Row> = {
    state,
    change,
    addressWith,
    rows,
    selection,
    rowsById,
    refresh,
    open: ({ id }) => change({ record: id }),
    openDialog: (what, row, choice) => setOpenDialog({ what, row, choice }),
    put,
    may,
    remove: (id) => {
      remove(id);
      selection.toggle(id, false);
      if (state.record === id) change({ record: undefined }, { replace: true });
      // On the server the following rows have moved up, so the next page would skip one of them.
      if (!matches && (totalPages > 1 || remainingRows.length === 1)) refresh();
    },
  };
  const candidateRows = reply.data === undefined && !hasFailed ? undefined : remainingRows;
  const openRecord = useRecord(
    state.record === undefined || removedIds.has(state.record) ? undefined : state.record,
    candidateRows,
  );
  const draftRow = useRecord(draftDialog.id, candidateRows).row;
  const dialog =
    openDialog ??
    (draftDialog.what !== undefined && draftRow ? { what: draftDialog.what, row: draftRow } : undefined);
  return {
    list,
    reply,
    hasFailed,
    total,
    totalPages,
    pageSize,
    opened: openRecord.row && newerOf(openRecord.row, rowsById.get(openRecord.row.id)),
    problem: openRecord.problem,
    dialog,
    closeDialog: () => {
      draftDialog.close();
      setOpenDialog(undefined);
    },
    newRecords: declaration.newRecords ? (
      <NewRecords
        count={newRecordsPoll.count}
        onShow={() => {
          if (state.page === 1) refresh();
          else change({ page: 1 });
          newRecordsPoll.restart();
        }}
      />
    ) : null,
  };
}

interface ToolbarProps<Row extends ListRow> {
  declaration: ListDeclaration<Row>;
  spec: ListSpec;
  address: ListAddress;
  list: ShownList<Row>;
  total: number | undefined;
}

function Toolbar<Row extends ListRow>({ declaration, spec, address, list, total }: ToolbarProps<Row>) {
  const { columns, search, filters = {}, csv, tools, noun } = declaration;
  const { state, change } = list;
  const visibleColumns = columns.filter(({ key }) => !state.hidden.includes(key));
  const controls = (isChosen: (filter: FilterDeclaration) => boolean) =>
    Object.entries(filters).map(([name, filter]) =>
      isChosen(filter) ? (
        <Fragment key={name}>
          {filter.render?.({
            value: state.filters[name] ?? '',
            onChange: (value, how) => change({ filters: { [name]: value } }, how),
            list,
          })}
        </Fragment>
      ) : null,
    );
  return (
    <>
      {search ? (
        <SearchBox {...search} value={state.search} onSearch={(text, how) => change({ search: text }, how)} />
      ) : null}
      {controls(({ isLast }) => !isLast)}
      <ViewPicker spec={spec} list={address} />
      {spec.hideable ? (
        <ColumnPicker columns={columns} hidden={state.hidden} onChange={(hidden) => change({ hidden })} />
      ) : null}
      {csv && list.may(csv.right) ? (
        <CsvButton
          address={csv.address}
          params={csv.params(state)}
          columns={visibleColumns.flatMap(({ key }) => csv.columns[key] ?? [])}
          fileName={csv.fileName}
        />
      ) : null}
      {tools?.(list)}
      {noun === undefined || total === undefined ? null : (
        <span className={`type-detail figures ${classes.total}`}>
          {`${total.toLocaleString('en-US')} ${noun}${total === 1 ? '' : 's'}`}
        </span>
      )}
      {controls(({ isLast }) => isLast === true)}
    </>
  );
}

interface RecordListProps<Row extends ListRow> {
  declaration: ListDeclaration<Row>;
  spec: ListSpec;
}

/** Renders a declared list: toolbar, table or cards, pages, details and dialogs. */
function RecordList<Row extends ListRow>({ declaration, spec }: RecordListProps<Row>) {
  const address = useListState(spec, declaration.name);
  const shownList = useShownList(declaration, address);
  const { list, reply, hasFailed, dialog } = shownList;
  const { Stats, Details, tabs, title, empty, failed, nameOf } = declaration;
  const { state, change } = list;
  const Bulk = declaration.bulk && list.may(declaration.bulk.right) ? declaration.bulk.Bar : undefined;
  const shownColumns = declaration.columns.filter(({ key }) => !state.hidden.includes(key));
  const { label = title ?? '', card = stackedCells(shownColumns) } = declaration;
  const isLoading = reply.data === undefined && !hasFailed;
  const columns = declaration.columns.map((column) => ({
    ...column,
    cell: (row: Row) => column.cell(row, list),
  }));
  const Dialog = dialog && declaration.dialogs?.[dialog.what];
  const emptyState = typeof empty === 'string' ? { text: empty } : empty(list);
  const closeRecord = () => change({ record: undefined });

  const problem = shownList.problem ? (
    <Alert tone="bad" className={classes.alert} onClose={closeRecord}>
      {shownList.problem}
    </Alert>
  ) : null;
  const content = (
    <>
      <div className={`row ${classes.toolbar}`}>
        <Toolbar
          declaration={declaration}
          spec={spec}
          address={address}
          list={list}
          total={isLoading || hasFailed ? undefined : shownList.total}
        />
      </div>
      {shownList.newRecords}
      {Bulk ? <Bulk list={list} /> : null}
      {problem}
      <ListRows
        isLoading={isLoading}
        error={hasFailed ? (typeof failed === 'string' ? failed : failed(reply.error)) : undefined}
        onRetry={list.refresh}
        isFetching={reply.isFetching}
        isEmpty={list.rows.length === 0}
        emptyText={emptyState.text}
        emptyDetail={emptyState.detail}
      >
        <DataTable
          label={label}
          columns={columns}
          rows={list.rows}
          rowId={({ id }) => id}
          rowName={nameOf}
          sort={state.sort}
          onSort={(sort) => change({ sort })}
          hidden={state.hidden}
          clientPaging={declaration.matches && { page: state.page, pageSize: shownList.pageSize }}
          selection={Bulk && list.selection}
          card={(row) => card(row, list)}
        />
      </ListRows>
    </>
  );
  const replacement = declaration.renderInstead?.(list, shownList.newRecords);

  return (
    <>
      {title === undefined ? null : (
        <ContentTitle
          actions={
            <>
              {declaration.titleActions?.(list)}
              {declaration.canRefresh ? (
                <Button
                  look="line"
                  size="small"
                  busy={reply.isFetching && !isLoading}
                  busyText="Refresh"
                  onClick={list.refresh}
                >
                  <RefreshCw />
                  Refresh
                </Button>
              ) : null}
            </>
          }
        >
          {title}
        </ContentTitle>
      )}
      {Stats ? <Stats list={list} /> : null}
      {reply.missing && !hasFailed ? (
        <div className="stack gap-12 below-16">
          {reply.missing.map((missing) => (
            <RetryAlert key={missing.owner} part={missing.part} request={missing}>
              {`${missing.part} could not be loaded. ${declaration.partialText ?? ''}`}
            </RetryAlert>
          ))}
        </div>
      ) : null}
      {replacement ? (
        <>
          {problem}
          {replacement}
        </>
      ) : (
        <ListBox
          ignored={address.ignored}
          footer={
            declaration.cursorPattern ? (
              <CursorPager
                isFirst={state.after === undefined}
                onFirst={() => change({ after: undefined })}
                next={
                  typeof reply.data?.next === 'string'
                    ? list.addressWith({ after: reply.data.next })
                    : undefined
                }
              />
            ) : hasFailed || isLoading ? null : (
              <Pager
                page={state.page}
                totalPages={shownList.totalPages}
                onPage={(page) => change({ page })}
                rows={
                  shownList.total === undefined
                    ? undefined
                    : { total: shownList.total, pageSize: shownList.pageSize }
                }
              />
            )
          }
        >
          {tabs ? (
            <Tabs
              label="Status"
              className={classes.tabs}
              value={state.filters[tabs.filter] ?? ''}
              onValueChange={(value) => change({ filters: { [tabs.filter]: value } })}
              tabs={tabs.values.map((value) => ({ value, label: tabs.label(value, list.rows), content }))}
            />
          ) : (
            content
          )}
        </ListBox>
      )}
      {Details && shownList.opened && !Dialog ? (
        <Details key={shownList.opened.id} row={shownList.opened} list={list} onClose={closeRecord} />
      ) : null}
      {Dialog ? (
        <Dialog row={dialog.row} choice={dialog.choice} list={list} onClose={shownList.closeDialog} />
      ) : null}
    </>
  );
}
