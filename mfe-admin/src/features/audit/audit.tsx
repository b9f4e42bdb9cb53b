import type { AuditEntryAnswer } from '@kinmel/contracts';
import { Button } from '@kinmel/ui';
import FileDown from 'lucide-react/icons/file-down';
import { choiceFilter, dayFilter } from '../../lists/filters.tsx';
import {
  cursorAt,
  mergePages,
  pagesOfOwners,
  timeCursorPattern,
} from '../../lists/owners/pages-of-owners.rules.ts';
import { useEachOwner } from '../../lists/owners/use-each-owner.ts';
import { recordList } from '../../lists/record-list.tsx';
import { kindLabel, recordKinds } from '../../lists/records/record-kinds.rules.ts';
import { CsvButton } from '../../lists/toolbar/csv-button.tsx';
import { SearchBox } from '../../lists/toolbar/search-box.tsx';
import { ToolDialog } from '../../lists/toolbar/tool-dialog.tsx';
import {
  type AuditView,
  actionText,
  auditOwners,
  auditOwnersOf,
  auditViewOf,
  csvOwnersOf,
  isId,
} from './audit.rules.ts';
import { auditAddress, auditApi, entriesPerPage } from './audit-api.ts';
import { auditColumns } from './audit-entry.tsx';
import { auditFilterOf } from './audit-filter.ts';

/** One CSV file per service: each streams its own, so the length of the list does not matter. */
function CsvFiles({ view }: { view: AuditView }) {
  return (
    <ToolDialog Icon={FileDown} text="CSV" title="Download as CSV">
      <p>Each service has a file of its own, with the filter of this list.</p>
      <div className="stack gap-12">
        {csvOwnersOf(view.kind).map(({ owner, part }) => (
          <CsvButton
            key={owner}
            address={`${auditAddress(owner)}/export`}
            params={auditFilterOf(view)}
            fileName={`${owner}-audit.csv`}
            label={part}
          />
        ))}
      </div>
    </ToolDialog>
  );
}

const recordOwners = auditOwners.map(({ owner }) => owner);

/** The audit trail of all services, newest first. */
export default recordList<AuditEntryAnswer>({
  name: 'audit',
  title: 'Who did what',
  canRefresh: true,
  nameOf: ({ action, person }) => `${actionText(action)} by ${person.name}`,
  filters: {
    record: {
      values: isId,
      render: ({ value, onChange }) => (
        <SearchBox
          label="Record id"
          placeholder="Id of a product, offer, order or request"
          value={value}
          onSearch={onChange}
        />
      ),
    },
    kind: choiceFilter('Kind', [
      ['all', 'All kinds'],
      ...recordKinds.map((kind) => [kind, kindLabel(kind)] as const),
    ]),
    day: dayFilter('Day'),
    person: {
      values: isId,
      isLast: true,
      render: ({ value, onChange, list }) => {
        const entries = list.rows as readonly AuditEntryAnswer[];
        const name = entries.find(({ person }) => person.id === value)?.person.name;
        return value === '' ? null : (
          <Button
            look="ghost"
            size="medium"
            onClick={() => onChange('')}
          >{`Only ${name || 'one person'}: show everybody`}</Button>
        );
      },
    },
  },
  tools: ({ state, may }) => (may('audit.export') ? <CsvFiles view={auditViewOf(state)} /> : null),
  cursorPattern: timeCursorPattern,
  useRows: (state) => {
    const view = auditViewOf(state);
    const owners = auditOwnersOf(view.kind);
    const answers = useEachOwner(recordOwners, (owner) =>
      auditApi.useListAuditEntriesQuery(
        { owner, view },
        { skip: !owners.some((one) => one.owner === owner), refetchOnMountOrArgChange: true },
      ),
    );
    return pagesOfOwners(owners, answers, (pages) =>
      mergePages(pages, entriesPerPage, ({ at, id }) => cursorAt(at, id), 'descending'),
    );
  },
  failed: 'Who did what could not be loaded.',
  partialText: 'The rest is shown.',
  empty: ({ state }) => {
    const { after: _after, ...filters } = auditViewOf(state);
    return Object.values(filters).some((value) => value !== undefined)
      ? { text: 'Nothing was done that fits this filter.' }
      : {
          text: 'Nobody has changed anything yet.',
          detail: 'What staff change, add, delete or export stands here.',
        };
  },
  columns: auditColumns,
});
