import type { AuditEntryAnswer } from '@kinmel/contracts';
import { VisuallyHidden } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import cells from '../../lists/cells.module.css';
import { Moment } from '../../lists/cells.tsx';
import type { RecordColumn, ShownList } from '../../lists/list-declaration.ts';
import { kindLabel, shortId } from '../../lists/records/record-kinds.rules.ts';
import { column } from '../../lists/table/list-column.ts';
import { formatMoment } from '../../time/format-moment.ts';
import classes from './audit.module.css';
import { actionText, auditValueText, entryAddress, fieldText } from './audit.rules.ts';

type EntriesList = ShownList<AuditEntryAnswer>;

interface EntryProps {
  entry: AuditEntryAnswer;
  list: Pick<EntriesList, 'state' | 'addressWith'>;
}

/** Further changes are collapsed: a new product has about twenty fields. */
const shownChanges = 4;

/** Links to everything that the person did. */
function Person({ entry: { person }, list }: EntryProps) {
  // A deployment from the command line has no account.
  if (person.id === '') return <span className={cells.name}>{person.name}</span>;
  return (
    <Link to={list.addressWith({ filters: { person: person.id } })} className={cells.name}>
      {person.name || 'Deleted account'}
    </Link>
  );
}

/** Links to the record and to its history. */
function AuditedRecord({ entry: { record }, list }: EntryProps) {
  const { kind, id } = record;
  if (id === null) return <span>{`${kindLabel(kind)}, a list`}</span>;
  const address = entryAddress(record);
  const name = `${kindLabel(kind)} ${kind === 'release' ? id : shortId(id)}`;
  return (
    <span className={cells.lines}>
      {address === undefined ? <span>{name}</span> : <Link to={address}>{name}</Link>}
      {list.state.filters['record'] === id ? null : (
        <Link
          to={list.addressWith({ filters: { record: id } })}
          className="quiet"
          aria-label={`History of ${name}`}
        >
          History
        </Link>
      )}
    </span>
  );
}

function ChangeLines({ changes }: Pick<AuditEntryAnswer, 'changes'>) {
  return changes.map(({ field, before, after, isPersonal }) => (
    <li key={field}>
      <span className="strong">{fieldText(field)}</span>{' '}
      {isPersonal ? (
        <span className="quiet">changed</span>
      ) : (
        <>
          <span className={classes.before}>{auditValueText(before, formatMoment)}</span>
          <span aria-hidden="true"> → </span>
          <VisuallyHidden> to </VisuallyHidden>
          <span>{auditValueText(after, formatMoment)}</span>
        </>
      )}
    </li>
  ));
}

function Changes({ entry: { changes, note, requestId } }: { entry: AuditEntryAnswer }) {
  const [visibleChanges, hiddenChanges] = [changes.slice(0, shownChanges), changes.slice(shownChanges)];
  return (
    <div className={cells.lines}>
      <ul className={classes.changes}>
        <ChangeLines changes={visibleChanges} />
      </ul>
      {hiddenChanges.length > 0 ? (
        <details>
          <summary>{`${hiddenChanges.length} more`}</summary>
          <ul className={classes.changes}>
            <ChangeLines changes={hiddenChanges} />
          </ul>
        </details>
      ) : null}
      {note === '' ? null : <q className={classes.note}>{note}</q>}
      {requestId === '' ? null : <span className="type-hint anywhere">{`Request ${requestId}`}</span>}
    </div>
  );
}

export const auditColumns: readonly RecordColumn<AuditEntryAnswer>[] = [
  column('at', 'When', Moment),
  column('person', 'Person', (entry, list) => <Person entry={entry} list={list} />),
  column('action', 'Action', ({ action }) => actionText(action)),
  column('record', 'Record', (entry, list) => <AuditedRecord entry={entry} list={list} />),
  column('changes', 'Before and after', (entry) => <Changes entry={entry} />),
];
