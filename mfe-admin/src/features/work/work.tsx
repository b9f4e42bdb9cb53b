import type { WorkItem } from '@kinmel/contracts';
import { Button, Checkbox } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { ContentTitle } from '../../frame/content-title.tsx';
import { useListState } from '../../lists/address/use-list-state.ts';
import { CursorPager } from '../../lists/cursor-pager.tsx';
import { ListBox, ListRows } from '../../lists/list-box.tsx';
import { OwnerGaps } from '../../lists/owners/owner-gaps.tsx';
import { kindWord, recordAddress } from '../../lists/records/record-kinds.rules.ts';
import { StatusBadge } from '../../lists/status/status-badge.tsx';
import { DataTable } from '../../lists/table/data-table.tsx';
import { FilterSelect } from '../../lists/toolbar/filter-select.tsx';
import { ViewPicker } from '../../lists/views/view-picker.tsx';
import { useAssignWork } from './use-assign-work.ts';
import { useWorkQueue } from './use-work-queue.ts';
import classes from './work.module.css';
import { anyKind, workKinds, workSpec, workViewOf } from './work.rules.ts';
import { AssignButton, assigneeWords, nameOf, PromisedBy, workColumns } from './work-columns.tsx';

/** A record as a card, up to 768 px. */
function WorkCard({ item, onAssign }: { item: WorkItem; onAssign: (item: WorkItem) => void }) {
  return (
    <div className={classes.card}>
      <span className={classes.cardHead}>
        <PromisedBy item={item} />
        <StatusBadge status={item.status} />
      </span>
      <span className={classes.lines}>
        <Link to={recordAddress(item)} className={classes.record}>
          {item.title}
        </Link>
        <span className={classes.detail}>
          {kindWord(item.kind)} for {item.customer}
        </span>
      </span>
      <span className={classes.cardFoot}>
        <span>Taken by: {assigneeWords(item)}</span>
        <AssignButton item={item} onAssign={onAssign} />
      </span>
    </div>
  );
}

/** What waits for staff, of all owners, by the time that was promised: what is late stands first. */
export default function Work() {
  const address = useListState(workSpec, 'work');
  const { state, ignored, change, addressWith } = address;
  const view = workViewOf(state);
  const list = useWorkQueue(view);
  const { page, isLoading, isFetching, hasFailed, refresh, patch } = list;

  const onAssign = useAssignWork(patch, refresh);
  const columns = workColumns({ onAssign: (item) => void onAssign(item) });

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
        Work queue
      </ContentTitle>
      <OwnerGaps list={list} rest="The rest of the queue is shown." />
      <ListBox
        ignored={ignored}
        toolbar={
          <>
            <Checkbox
              label="Only mine"
              checked={view.mine}
              onChange={({ target }) => change({ filters: { mine: target.checked ? 'yes' : 'no' } })}
            />
            <FilterSelect
              label="Kind"
              value={view.kind ?? anyKind}
              options={[
                { value: anyKind, label: 'All kinds' },
                ...workKinds.map((kind) => ({ value: kind, label: kindWord(kind) })),
              ]}
              onChange={(kind) => change({ filters: { kind } })}
            />
            <ViewPicker spec={workSpec} list={address} />
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
          error={hasFailed ? 'The work queue could not be loaded.' : undefined}
          onRetry={refresh}
          isFetching={isFetching}
          isEmpty={page.rows.length === 0}
          emptyText={view.mine ? 'You have taken nothing.' : 'Nothing waits for you.'}
          emptyDetail={view.mine ? 'What you take from the queue stands here.' : undefined}
        >
          <DataTable
            label="Work queue"
            columns={columns}
            rows={page.rows}
            rowId={({ id }) => id}
            rowName={nameOf}
            card={(item) => <WorkCard item={item} onAssign={(one) => void onAssign(one)} />}
          />
        </ListRows>
      </ListBox>
    </>
  );
}
