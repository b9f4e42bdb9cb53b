import type { WorkItem } from '@kinmel/contracts';
import { Checkbox, StatusChip } from '@kinmel/ui';
import {
  apiProblem,
  Link,
  type SessionUser,
  selectUser,
  serverNow,
  toast,
  useAppSelector,
} from '@kinmel/web-kit';
import { failureText } from '../../failure-text.ts';
import cells from '../../lists/cells.module.css';
import { CutText, Moment, statusColumn } from '../../lists/cells.tsx';
import { choiceFilter } from '../../lists/filters.tsx';
import type { ShownList } from '../../lists/list-declaration.ts';
import {
  cursorAt,
  mergePages,
  pagesOfOwners,
  timeCursorPattern,
} from '../../lists/owners/pages-of-owners.rules.ts';
import { useEachOwner } from '../../lists/owners/use-each-owner.ts';
import { recordList } from '../../lists/record-list.tsx';
import { kindLabel, ownerOf, recordAddress, shortId } from '../../lists/records/record-kinds.rules.ts';
import { RowButton } from '../../lists/row-buttons.tsx';
import { actionsColumn, column } from '../../lists/table/list-column.ts';
import { formatMoment } from '../../time/format-moment.ts';
import { workKinds, workOwners, workViewOf } from './work.rules.ts';
import { workApi, workPerPage } from './work-api.ts';

const nameOf = ({ kind, id, title }: WorkItem): string =>
  kind === 'order' ? `order ${title}` : `${kindLabel(kind).toLowerCase()} ${shortId(id)}, ${title}`;

/** A device has no customer. */
const customerText = ({ customer }: WorkItem): string => (customer === '' ? '' : `for ${customer}`);

function assigneeText({ assignee }: WorkItem): string {
  if (assignee === null) return 'Nobody';
  return assignee.isYou ? 'You' : assignee.name || 'A colleague';
}

const PromisedBy = ({ promisedAt, isLate }: WorkItem) => (
  <span className="row">
    <Moment at={promisedAt} />
    {isLate ? <StatusChip tone="bad">Late</StatusChip> : null}
  </span>
);

function withAssignee(item: WorkItem, isTaking: boolean, user: SessionUser | null | undefined): WorkItem {
  if (!isTaking) return { ...item, assignee: null };
  const takenAt = serverNow().toISOString();
  return { ...item, assignee: { personId: user?.id ?? '', name: user?.name ?? '', isYou: true, takenAt } };
}

/** Assigns or releases a record optimistically; a refusal restores the row. */
function useAssignWork(list: Pick<ShownList<WorkItem>, 'put' | 'refresh'>) {
  const [send] = workApi.useAssignWorkMutation();
  const user = useAppSelector(selectUser);
  return async (item: WorkItem) => {
    const isTaking = item.assignee === null;
    list.put(withAssignee(item, isTaking, user));
    const { data, error } = await send({ item, assignee: isTaking ? 'me' : 'nobody' });
    list.put(data ?? item);
    if (error === undefined) return;
    toast.error(failureText(error, isTaking ? 'This could not be taken.' : 'This could not be given back.'));
    if ([404, 409].includes(Number(apiProblem(error).status))) list.refresh();
  };
}

/** Assigns a record to the user or releases it, even if it is assigned to an absent colleague. */
function AssignButton({ item, list }: { item: WorkItem; list: ShownList<WorkItem> }) {
  const onAssign = useAssignWork(list);
  if (!list.may('work.assign')) return null;
  const isFree = item.assignee === null;
  return (
    <RowButton
      text={isFree ? 'Take' : 'Give back'}
      name={nameOf(item)}
      look={isFree ? 'solid' : 'line'}
      onClick={() => void onAssign(item)}
    />
  );
}

/** The open work of all services by promised time, late records first. */
export default recordList<WorkItem>({
  name: 'work',
  title: 'Work queue',
  canRefresh: true,
  nameOf,
  filters: {
    mine: {
      values: ['no', 'yes'],
      render: ({ value, onChange }) => (
        <Checkbox
          label="Only mine"
          checked={value === 'yes'}
          onChange={({ target }) => onChange(target.checked ? 'yes' : 'no')}
        />
      ),
    },
    kind: choiceFilter('Kind', [
      ['all', 'All kinds'],
      ...workKinds.map((kind) => [kind, kindLabel(kind)] as const),
    ]),
  },
  cursorPattern: timeCursorPattern,
  useRows: (state) => {
    const view = workViewOf(state);
    const owners = workOwners.filter(({ owner }) => view.kind === undefined || ownerOf(view.kind) === owner);
    const answers = useEachOwner(
      workOwners.map(({ owner }) => owner),
      (owner) =>
        workApi.useListWorkQuery(
          { ...view, owner },
          { skip: !owners.some((one) => one.owner === owner), refetchOnMountOrArgChange: true },
        ),
    );
    return pagesOfOwners(owners, answers, (pages) =>
      mergePages(pages, workPerPage, ({ promisedAt, id }) => cursorAt(promisedAt, id)),
    );
  },
  failed: 'The work queue could not be loaded.',
  partialText: 'The rest of the queue is shown.',
  empty: ({ state }) =>
    workViewOf(state).mine
      ? { text: 'You have taken nothing.', detail: 'What you take from the queue stands here.' }
      : { text: 'Nothing waits for you.' },
  columns: [
    column('promised', 'Promised by', PromisedBy),
    column('kind', 'Kind', ({ kind }) => kindLabel(kind)),
    column('record', 'Record', (item) => (
      <span className={cells.lines}>
        <Link to={recordAddress(item)} className={cells.name}>
          <CutText lines={2}>{item.title}</CutText>
        </Link>
        <CutText className="quiet">{customerText(item)}</CutText>
      </span>
    )),
    statusColumn,
    column('assignee', 'Taken by', (item) => (
      <span className={cells.lines}>
        <CutText>{assigneeText(item)}</CutText>
        {item.assignee ? (
          <span className="quiet">{`since ${formatMoment(item.assignee.takenAt)}`}</span>
        ) : null}
      </span>
    )),
    actionsColumn((item, list) => <AssignButton item={item} list={list} />),
  ],
});
