import type { AuditEntryAnswer } from '@kinmel/contracts';
import { Button, Dialog, Field, TextInput } from '@kinmel/ui';
import FileDown from 'lucide-react/icons/file-down';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import { ContentTitle } from '../../frame/content-title.tsx';
import { useListState } from '../../lists/address/use-list-state.ts';
import { CursorPager } from '../../lists/cursor-pager.tsx';
import { ListBox, ListRows } from '../../lists/list-box.tsx';
import { OwnerGaps } from '../../lists/owners/owner-gaps.tsx';
import { kindWord } from '../../lists/records/record-kinds.rules.ts';
import { DataTable } from '../../lists/table/data-table.tsx';
import { CsvButton } from '../../lists/toolbar/csv-button.tsx';
import { FilterSelect } from '../../lists/toolbar/filter-select.tsx';
import { SearchBox } from '../../lists/toolbar/search-box.tsx';
import { ViewPicker } from '../../lists/views/view-picker.tsx';
import classes from './audit.module.css';
import {
  type AuditView,
  actionWords,
  anyKind,
  auditFilterOf,
  auditKinds,
  auditSpec,
  auditViewOf,
  ownersOf,
} from './audit.rules.ts';
import { auditAddress } from './audit-api.ts';
import { AuditCard, auditColumns } from './audit-entry.tsx';
import { useAuditTrail } from './use-audit-trail.ts';

const nameOf = ({ action, person }: AuditEntryAnswer) => `${actionWords(action)} by ${person.name}`;

/** The list as CSV: each service streams its own file, so that a list of any length can be taken away. */
function CsvFiles({ view }: { view: AuditView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="line" size="medium" onClick={() => setOpen(true)}>
        <FileDown aria-hidden="true" />
        CSV
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Take away as CSV"
        actions={<Button onClick={() => setOpen(false)}>Done</Button>}
      >
        <p>Each service has a file of its own, with the filter of this list.</p>
        <div className={classes.files}>
          {ownersOf(view.kind).map(({ owner, part }) => (
            <CsvButton
              key={owner}
              address={`${auditAddress(owner)}/export`}
              params={auditFilterOf(view)}
              fileName={`${owner}-audit.csv`}
              label={part}
            />
          ))}
        </div>
      </Dialog>
    </>
  );
}

/** Who of the staff changed what, of all services, newest first. */
export default function Audit() {
  const address = useListState(auditSpec, 'audit');
  const { state, ignored, change, addressWith } = address;
  const view = auditViewOf(state);
  const list = useAuditTrail(view);
  const { page, isLoading, isFetching, hasFailed, refresh } = list;
  const isFiltered = [view.person, view.record, view.kind, view.day].some((one) => one !== undefined);
  const name = page.rows.find(({ person }) => person.id === view.person)?.person.name;

  return (
    <>
      <ContentTitle
        actions={
          <Button look="line" size="small" busy={isFetching && !isLoading} onClick={refresh}>
            <RefreshCw aria-hidden="true" />
            Refresh
          </Button>
        }
      >
        Who did what
      </ContentTitle>
      <OwnerGaps list={list} rest="The rest is shown." />
      <ListBox
        ignored={ignored}
        toolbar={
          <>
            <SearchBox
              label="Record id"
              placeholder="Id of a product, offer, order or request"
              value={view.record ?? ''}
              onSearch={(record, how) => change({ filters: { record } }, how)}
            />
            <FilterSelect
              label="Kind"
              value={view.kind ?? anyKind}
              options={[
                { value: anyKind, label: 'All kinds' },
                ...auditKinds.map((kind) => ({ value: kind, label: kindWord(kind) })),
              ]}
              onChange={(kind) => change({ filters: { kind } })}
            />
            <Field label="Day" hideLabel>
              <TextInput
                type="date"
                value={view.day ?? ''}
                onChange={({ target }) => change({ filters: { day: target.value } })}
              />
            </Field>
            <ViewPicker spec={auditSpec} list={address} />
            <CsvFiles view={view} />
            {view.person === undefined ? null : (
              <Button look="ghost" size="medium" onClick={() => change({ filters: { person: '' } })}>
                Only {name || 'one person'}: show everybody
              </Button>
            )}
          </>
        }
        footer={
          <CursorPager
            isFirst={view.after === undefined}
            onFirst={() => change({ after: undefined })}
            next={page.next === null ? undefined : addressWith({ after: page.next })}
          />
        }
      >
        <ListRows
          isLoading={isLoading}
          error={hasFailed ? 'Who did what could not be loaded.' : undefined}
          onRetry={refresh}
          isFetching={isFetching}
          isEmpty={page.rows.length === 0}
          emptyText={
            isFiltered ? 'Nothing was done that fits this filter.' : 'Nobody has changed anything yet.'
          }
          emptyDetail={isFiltered ? undefined : 'What staff change, add, delete or export stands here.'}
        >
          <DataTable
            label="Who did what"
            columns={auditColumns(address)}
            rows={page.rows}
            rowId={({ id }) => id}
            rowName={nameOf}
            card={(entry) => <AuditCard entry={entry} list={address} />}
          />
        </ListRows>
      </ListBox>
    </>
  );
}
