import { instant } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, agreedWith, csvMediaType, exchangeWith } from '../../testing/staff-contract.ts';
import type { AuditView } from './audit.rules.ts';
import { auditAddress, auditApi } from './audit-api.ts';

const { boolean, eachLike, nullValue, regex, string } = MatchersV3;

/** A change by staff in each service. */
const changed = {
  catalog: { kind: 'product', action: 'updateProduct', field: 'name', before: 'Pixel 10', after: 'Renamed' },
  offer: { kind: 'offer', action: 'toggleOffer', field: 'isActive', before: true, after: false },
  order: {
    kind: 'order',
    action: 'updateOrderStatus',
    field: 'orderStatus',
    before: 'pending',
    after: 'processing',
  },
  'service-request': {
    kind: 'sell-request',
    action: 'updateSellRequestStatus',
    field: 'status',
    before: 'pending',
    after: 'reviewed',
  },
  device: { kind: 'device', action: 'moveDevice', field: 'place', before: 'inspected', after: 'workshop' },
  auth: {
    kind: 'staff',
    action: 'changeStaffRoles',
    field: 'roles',
    before: 'support',
    after: 'finance',
  },
  notification: { kind: 'mail', action: 'retryMail', field: 'state', before: 'failed', after: 'waiting' },
} as const;

const owners = Object.keys(changed) as (keyof typeof changed)[];
const everything: AuditView = {
  person: undefined,
  record: undefined,
  kind: undefined,
  day: undefined,
  after: undefined,
};
const valueLike = (value: string | boolean) => (typeof value === 'boolean' ? boolean(value) : string(value));

describe.each(owners)('the audit trail with %s', (owner) => {
  const { kind, action, field, before, after } = changed[owner];
  const { listAuditEntries } = auditApi.endpoints;
  const path = auditAddress(owner);
  const given = `staff have made the change ${action}`;
  const entry = {
    id: regex(/^[0-9a-f]{24}$/, '6600000000000000000000f1'),
    at: instant('2026-11-20T10:00:00.000Z'),
    person: { id: string('admin-1'), name: string('') },
    action,
    record: { kind, id: string('6600000000000000000000f2') },
    changes: eachLike({
      field: string(field),
      before: valueLike(before),
      after: valueLike(after),
      isPersonal: boolean(false),
    }),
    note: string(''),
    requestId: string('request-1'),
  };

  const cursor = '2026-11-19T10:00:00.000Z_6600000000000000000000f1';
  const read = { rows: [{ action, record: { kind }, changes: [{ field, before, after }] }], next: null };

  it.each([
    {
      given,
      upon: 'all entries of who did what',
      path,
      query: { limit: '25' },
      answer: { data: [entry], next: nullValue() },
      send: listAuditEntries.initiate({ owner, view: everything }),
      read,
    },
    {
      given,
      upon: 'the entries of one person about one kind of who did what',
      path,
      query: { person: 'admin-1', kind, limit: '25' },
      answer: { data: [entry], next: nullValue() },
      send: listAuditEntries.initiate({ owner, view: { ...everything, person: 'admin-1', kind } }),
      read,
    },
    {
      given,
      upon: 'who did what after an entry',
      path,
      query: { cursor, limit: '25' },
      answer: { data: [], next: null },
      send: listAuditEntries.initiate({ owner, view: { ...everything, after: cursor } }),
      read: { rows: [], next: null },
    },
  ] satisfies readonly Agreement[])('agrees on $upon', agreedWith(owner));

  it('downloads the entries of one record as CSV', async () => {
    const params = { record: 'nothing-of-this-name' };
    const address = `${auditAddress(owner)}/export`;
    const type = await exchangeWith(owner)(
      { given, upon: 'who did what with one record, as CSV', path: address, query: params, answer: 'csv' },
      (store) => csvMediaType(store, { address, params }),
    );
    expect(type).toBe('text/csv');
  });
});
