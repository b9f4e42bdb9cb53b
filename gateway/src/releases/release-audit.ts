import {
  type AuditEntryAnswer,
  type releaseAudit as endpoint,
  type QueryOf,
  type RegistryRevision,
} from '@kinmel/contracts';
import { type ContentOf, changesBetween } from '@kinmel/service-kit';
import type { ReleasesContext } from './releases-context.ts';

/** The fields of a part that an entry shows. */
function stateOf(revision: RegistryRevision | undefined, part: string) {
  const { version, canary } = revision?.active[part] ?? {};
  return {
    activeVersion: version,
    canaryVersion: canary?.version,
    sharePercent: canary?.sharePercent,
    frozenUntil: revision?.freezes[part]?.until,
  };
}

function entryOf(revision: RegistryRevision, before: RegistryRevision | undefined): AuditEntryAnswer {
  const { part, at, who, why, from, action } = revision;
  return {
    // A 24-digit hexadecimal id, as in other audit trails, because cursors expect one.
    id: revision.revision.toString(16).padStart(24, '0'),
    at,
    person: { id: from.userId ?? '', name: who },
    action: `${action}Release`,
    record: { kind: 'release', id: part },
    changes: changesBetween(stateOf(before, part), stateOf(revision, part), 'all'),
    note: why,
    requestId: '',
  };
}

/** Sorts like the cursors of other audit trails: by time, then by id. */
const cursorOf = ({ at, id }: Pick<AuditEntryAnswer, 'at' | 'id'>) => `${at}_${id}`;

/** The revisions of the registry as audit entries, newest first. */
export async function listAuditEntries(
  { registry }: Pick<ReleasesContext, 'registry'>,
  { cursor, limit, person, record, kind, from, to }: QueryOf<typeof endpoint>,
): Promise<ContentOf<typeof endpoint>> {
  const history = await registry.history();
  const isWanted = (entry: AuditEntryAnswer) =>
    (person === undefined || entry.person.id === person) &&
    (record === undefined || entry.record.id === record) &&
    (kind === undefined || kind === 'release') &&
    (from === undefined || Date.parse(entry.at) >= Date.parse(from)) &&
    (to === undefined || Date.parse(entry.at) < Date.parse(to)) &&
    (cursor === undefined || cursorOf(entry) < cursor);
  const entries = history
    .map((revision, index) => entryOf(revision, history[index - 1]))
    .filter(isWanted)
    .toSorted((one, other) => (cursorOf(one) < cursorOf(other) ? 1 : -1));
  const data = entries.slice(0, limit);
  const last = data.at(-1);
  return { data, next: entries.length > limit && last ? cursorOf(last) : null };
}
