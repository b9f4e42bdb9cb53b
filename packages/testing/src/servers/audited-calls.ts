import * as contracts from '@kinmel/contracts';
import type { WireEvent } from '@kinmel/service-kit';

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

interface Sent extends PromiseLike<{ readonly status: number; readonly body: { readonly data: unknown } }> {
  send(body: object): Sent;
}

/**
 * Tests that each staff call of a service leaves one entry and nothing of a customer: one real call of each kind, with its
 * expected entry. The calls of operators, which all services have, are made here.
 */
export function testAudit({
  owner,
  rule,
  call,
  tell,
  consumed,
  calls,
  name = '',
  personal = /(?!)/,
}: {
  readonly owner: Owner;
  readonly rule: string;
  /** By the admin, with `auditedRequestId`. */
  readonly call: (method: 'get' | 'post', path: string) => Sent;
  /** Publishes an event, and waits until it is handled or parked. */
  readonly tell: (event: WireEvent) => Promise<unknown>;
  /** The type of an event that the service consumes. */
  readonly consumed: string;
  readonly calls: Readonly<Record<string, () => Promise<LeftEntry>>>;
  /** Of the admin. */
  readonly name?: string;
  readonly personal?: RegExp;
}) {
  const at = `/api/admin/services/${owner}`;
  const entries = async (query = ''): Promise<unknown> =>
    (await call('get', `${at}/audit${query}`)).body.data;
  const ofOperators = {
    async ParkedMessages() {
      await tell(unreadableEvent(consumed));
      expect((await call('post', `${at}/parked-messages/replay`).send({})).status).toBe(200);
      return { record: { kind: 'parked-message', id: null } };
    },
    async AuditEntries() {
      expect((await call('get', `${at}/audit/export?kind=offer`)).status).toBe(200);
      const changes = [shownChange('kind', null, 'offer')];
      return { record: { kind: 'audit-entry', id: null }, changes };
    },
  };
  const audited = auditedCallsOf(owner).map((id) => {
    const ofOperator = Object.entries(ofOperators).find(([end]) => id.endsWith(end))?.[1];
    return [id, calls[id] ?? ofOperator] as const;
  });

  it(`each staff call in the contracts is tested below, so that one without an entry fails (${rule})`, () => {
    expect(audited.filter(([, make]) => make === undefined)).toEqual([]);
  });

  it.each(audited)(
    '%s leaves who did it, what was before and after, the note and the request, and nothing about a customer',
    async (action, make) => {
      const left = (await make?.()) ?? { record: {} };
      const found = await entries();
      expect(found).toEqual([{ ...entryLeft(action, left), person: { id: 'admin-1', name } }]);
      expect(JSON.stringify(found)).not.toMatch(personal);
    },
  );
  return entries;
}
