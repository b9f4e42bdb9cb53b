import * as contracts from '@kinmel/contracts';

type Owner = contracts.Endpoint['owner'];

/** Ids of all endpoints of a service that leave an audit entry, from the contracts. */
export const auditedCallsOf = (owner: Owner): string[] => [
  ...new Set(
    contracts
      .endpointsIn({ ...contracts })
      .filter((endpoint) => endpoint.owner === owner && contracts.isAudited(endpoint))
      .map(({ id }) => id)
      .toSorted(),
  ),
];

/** A changed field with values. */
export const shownChange = (field: string, before: unknown, after: unknown) => ({
  field,
  before,
  after,
  isPersonal: false,
});

/** A changed field without values. */
export const hiddenChange = (field: string) => ({ field, before: null, after: null, isPersonal: true });

export interface LeftEntry {
  readonly record: object;
  readonly changes?: unknown;
  readonly note?: string;
}

/** The request id of entries of `entryLeft`. */
export const auditedRequestId = 'request-of-a-test';

/** The expected audit entry of a call by the test's admin. */
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

/** An event that no consumer can parse, so that it is parked. */
export const unreadableEvent = (type: string, aggregateId = 'record-1') => ({
  eventId: 'e'.repeat(24),
  type,
  version: 1,
  aggregateId,
  aggregateVersion: 1,
  occurredAt: '2026-11-20T10:00:00.000Z',
  data: { nonsense: true },
});
