import type { AuditEntryAnswer } from '@kinmel/contracts';
import { VisuallyHidden } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import type { ListAddress } from '../../lists/address/use-list-state.ts';
import { kindWord } from '../../lists/records/record-kinds.rules.ts';
import type { ListColumn } from '../../lists/table/list-column.ts';
import { formatMoment, shortId } from '../../requests/request-words.ts';
import classes from './audit.module.css';
import { actionWords, entryAddress, fieldWords, valueWords } from './audit.rules.ts';

interface EntryProps {
  entry: AuditEntryAnswer;
  list: ListAddress;
}

/** More are behind a press: a new product has some twenty fields. */
const shownChanges = 4;

/** The name of a person, which leads to all that they did. */
export function Person({ entry: { person }, list }: EntryProps) {
  return (
    <Link to={list.addressWith({ filters: { person: person.id } })} className={classes.strong}>
      {person.name || 'Deleted account'}
    </Link>
  );
}

/** What was changed, which leads to the record and to everything that was done to it. */
export function AuditedRecord({ entry: { record }, list }: EntryProps) {
  const { kind, id } = record;
  if (id === null) return <span>{kindWord(kind)}, a list</span>;
  const address = entryAddress(record);
  const name = `${kindWord(kind)} ${shortId(id)}`;
  return (
    <span className={classes.lines}>
      {address === undefined ? <span>{name}</span> : <Link to={address}>{name}</Link>}
      {list.state.filters['record'] === id ? null : (
        <Link
          to={list.addressWith({ filters: { record: id } })}
          className={classes.detail}
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
      <span className={classes.field}>{fieldWords(field)}</span>{' '}
      {isPersonal ? (
        <span className={classes.detail}>changed</span>
      ) : (
        <>
          <span className={classes.before}>{valueWords(before)}</span>
          <span aria-hidden="true"> → </span>
          <VisuallyHidden> to </VisuallyHidden>
          <span>{valueWords(after)}</span>
        </>
      )}
    </li>
  ));
}

/** The fields before and after, and what was written to it. */
export function Changes({ entry: { changes, note, requestId } }: { entry: AuditEntryAnswer }) {
  const [first, more] = [changes.slice(0, shownChanges), changes.slice(shownChanges)];
  return (
    <div className={classes.lines}>
      <ul className={classes.changes}>
        <ChangeLines changes={first} />
      </ul>
      {more.length > 0 ? (
        <details>
          <summary>{more.length} more</summary>
          <ul className={classes.changes}>
            <ChangeLines changes={more} />
          </ul>
        </details>
      ) : null}
      {note === '' ? null : <q className={classes.note}>{note}</q>}
      <span className={classes.request}>Request {requestId}</span>
    </div>
  );
}

export const auditColumns = (list: ListAddress): ListColumn<AuditEntryAnswer>[] => [
  {
    key: 'at',
    header: 'When',
    cell: ({ at }) => (
      <time dateTime={at} className={classes.when}>
        {formatMoment(at)}
      </time>
    ),
  },
  { key: 'person', header: 'Person', cell: (entry) => <Person entry={entry} list={list} /> },
  { key: 'action', header: 'Action', cell: ({ action }) => actionWords(action) },
  { key: 'record', header: 'Record', cell: (entry) => <AuditedRecord entry={entry} list={list} /> },
  { key: 'changes', header: 'Before and after', cell: (entry) => <Changes entry={entry} /> },
];

/** An entry as a card, up to 768 px. */
export function AuditCard({ entry, list }: EntryProps) {
  return (
    <div className={classes.card}>
      <span className={classes.cardHead}>
        <Person entry={entry} list={list} />
        <time dateTime={entry.at} className={classes.detail}>
          {formatMoment(entry.at)}
        </time>
      </span>
      <span>{actionWords(entry.action)}</span>
      <AuditedRecord entry={entry} list={list} />
      <Changes entry={entry} />
    </div>
  );
}
