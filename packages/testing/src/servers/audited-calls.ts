import * as contracts from '@kinmel/contracts';
import type { WireEvent } from '@kinmel/service-kit';

/** A changed field with values. */
export const shownChange = (field: string, before: unknown, after: unknown) => ({
  field,
  before,
  after,
  isPersonal: false,
});

/** A changed field without values. */
export const personalChange = (field: string) => ({ field, before: null, after: null, isPersonal: true });

/** The entry for a call of the test's admin, without the fields that every entry has. */
export interface LeftEntry {
  readonly record: object;
  readonly changes?: unknown;
  readonly note?: string;
}

/** A request of supertest. */
interface Call extends PromiseLike<{ readonly body: { readonly data: contracts.AuditEntryAnswer[] } }> {
  send(body: object): Call;
  expect(status: number): Call;
}

interface Audited {
  readonly service: keyof typeof contracts.parkedMessages;
  /** The service's rule about what is audited. */
  readonly rule: string;
  /** One call of each kind by its endpoint, with the resulting entry. Those that every service has are added. */
  readonly calls: Readonly<Record<string, () => Promise<LeftEntry>>>;
  /** A call by the test's admin with `auditedRequestId`. */
  readonly call: (method: 'get' | 'post', path: string) => Call;
  /** Resolves when the event was handled or parked. */
  readonly publish: (event: WireEvent) => Promise<unknown>;
  /** The routing key of an event that the service consumes. */
  readonly consumed: string;
  /** The name of the test's admin. */
  readonly name?: string;
  /** Texts that no entry may contain. */
  readonly personal?: RegExp;
}

/**
 * The audit tests of a service: each audited endpoint of the contracts has a call, and each call results in one entry.
 * Returns a function that reads the entries.
 */
export function testAudit({ service, rule, calls, call, publish, consumed, name = '', personal }: Audited) {
  const { list, export: exportEndpoint } = contracts.audit[service];
  const { replay } = contracts.parkedMessages[service];
  const entries = async (query = ''): Promise<contracts.AuditEntryAnswer[]> =>
    (await call('get', `${list.path}${query}`).expect(200)).body.data;
  const allCalls: Audited['calls'] = {
    ...calls,
    async [replay.id]() {
      await publish(unreadableEvent(consumed));
      await call('post', replay.path).send({ eventType: consumed }).expect(200);
      const changes = [shownChange('eventType', null, consumed)];
      return { record: { kind: 'parked-message', id: null }, changes };
    },
    async [exportEndpoint.id]() {
      await call('get', `${exportEndpoint.path}?kind=offer`).expect(200);
      return { record: { kind: 'audit-entry', id: null }, changes: [shownChange('kind', null, 'offer')] };
    },
  };

  it(`has a call for every audited endpoint of the contracts (${rule})`, () => {
    const auditedEndpoints = contracts
      .endpointsIn({ ...contracts })
      .filter((endpoint) => endpoint.owner === service && contracts.isAudited(endpoint));
    expect(Object.keys(allCalls).toSorted()).toEqual(
      [...new Set(auditedEndpoints.map(({ id }) => id))].toSorted(),
    );
  });

  it.each(Object.entries(allCalls))(
    '%s records who did it, when, what was before and after, the note and the request, and nothing about the customer',
    async (action, runCall) => {
      const before = Date.now();
      const { record, changes = [], note = '' } = await runCall();
      const auditEntries = await entries();
      const [id, at] = [expect.any(String), expect.any(String)];
      const person = { id: 'admin-1', name };
      expect(auditEntries).toEqual([
        { id, at, person, action, record, changes, note, requestId: auditedRequestId },
      ]);
      expect(Date.parse(auditEntries[0]?.at ?? '')).toBeGreaterThanOrEqual(before);
      const answers = auditEntries.map(({ id: _id, record: _record, ...entryFields }) => entryFields);
      if (personal) expect(JSON.stringify(answers)).not.toMatch(personal);
    },
  );

  return entries;
}

/** Sent as `X-Request-Id` with the audited calls. */
export const auditedRequestId = 'request-of-a-test';

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
