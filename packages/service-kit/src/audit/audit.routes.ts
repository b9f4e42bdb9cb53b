import { type AuditEntryAnswer, audit } from '@kinmel/contracts';
import { csvAnswer } from '../http/csv-answer.ts';
import { type Route, route } from '../http/route.ts';
import type { AuditContext } from './audit-entries.store.ts';
import { auditEntry } from './audit-entry.ts';

const changesText = (changes: AuditEntryAnswer['changes'], side: 'before' | 'after') =>
  changes
    .map(({ field, isPersonal, [side]: value }) => `${field}: ${isPersonal ? '(personal)' : (value ?? '–')}`)
    .join('\n');

const columns = [
  { head: 'Time', valueOf: ({ at }: AuditEntryAnswer) => new Date(at) },
  { head: 'Person', valueOf: ({ person }: AuditEntryAnswer) => person.name },
  { head: 'Person id', valueOf: ({ person }: AuditEntryAnswer) => person.id },
  { head: 'Action', valueOf: ({ action }: AuditEntryAnswer) => action },
  { head: 'Kind', valueOf: ({ record }: AuditEntryAnswer) => record.kind },
  { head: 'Record', valueOf: ({ record }: AuditEntryAnswer) => record.id },
  { head: 'Before', valueOf: ({ changes }: AuditEntryAnswer) => changesText(changes, 'before') },
  { head: 'After', valueOf: ({ changes }: AuditEntryAnswer) => changesText(changes, 'after') },
  { head: 'Note', valueOf: ({ note }: AuditEntryAnswer) => note },
  { head: 'Request', valueOf: ({ requestId }: AuditEntryAnswer) => requestId },
];

/** Lists and exports the audit entries of a service, for admins. */
export function auditRoutes(service: keyof typeof audit, { audit: trail }: AuditContext): Route[] {
  const { list, export: exportEntries } = audit[service];
  return [
    route(list, async ({ query: { cursor, limit, ...filter } }) => {
      const { entries, next } = await trail.list(filter, { cursor, limit });
      return { data: entries, next };
    }),
    route(exportEntries, async ({ query, staff }) => {
      await trail.keep(
        auditEntry(staff, { kind: 'audit-entry', id: null }, { after: query, shownFields: 'all' }),
      );
      return csvAnswer(`${service}-audit.csv`, columns, trail.readAll(query));
    }),
  ];
}
