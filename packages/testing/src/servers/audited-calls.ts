import * as contracts from '@kinmel/contracts';

type Owner = contracts.Endpoint['owner'];

const allEndpoints = (): contracts.Endpoint[] =>
  Object.entries(contracts)
    .filter(([name]) => name.endsWith('Endpoints'))
    .flatMap(([, group]) => Object.values(group as Readonly<Record<string, contracts.Endpoint>>));

/** The ids of all calls of a service that have to leave an audit entry, read from the contracts: a new one is in it by itself. */
export const auditedCallsOf = (owner: Owner, endpoints = allEndpoints()): string[] => [
  ...new Set(
    endpoints
      .filter((endpoint) => endpoint.owner === owner && contracts.isAudited(endpoint))
      .map(({ id }) => id)
      .toSorted(),
  ),
];

/** A field with its values before and after, as an audit entry has it. */
export const shownChange = (field: string, before: unknown, after: unknown) => ({
  field,
  before,
  after,
  isPersonal: false,
});

/** A field of which an audit entry says only that it changed. */
export const hiddenChange = (field: string) => ({ field, before: null, after: null, isPersonal: true });

/** What a call of a test is to leave. */
export interface LeftEntry {
  readonly record: object;
  readonly changes?: unknown;
  readonly note?: string;
}

/** The id of every request whose entry `entryLeft` describes. */
export const auditedRequestId = 'request-of-a-test';

/** The entry that a call of the test's admin leaves; without `changes` it has none. */
export const entryLeft = (action: string, { record, changes = [], note = '' }: LeftEntry) => ({
  id: expect.any(String),
  at: expect.any(String),
  person: { id: 'admin-1', name: '' },
  action,
  record,
  changes,
  note,
  requestId: auditedRequestId,
});

/** An event that no consumer can read, so that it is parked; about a record that nobody has unless one is named. */
export const unreadableEvent = (type: string, aggregateId = 'record-1') => ({
  eventId: 'e'.repeat(24),
  type,
  version: 1,
  aggregateId,
  aggregateVersion: 1,
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: { nonsense: true },
});
