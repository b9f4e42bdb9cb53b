import { contractBetween, instant, sendTo } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { answeredAsCsv, answeredAsJson, asStaff } from '../../testing/staff-contract.ts';
import { takenAway } from '../../testing/taken-away.ts';
import type { AuditView } from './audit.rules.ts';
import { auditAddress, auditApi } from './audit-api.ts';

const { boolean, eachLike, nullValue, regex, string } = MatchersV3;

/** A change by staff that each owner has an entry of. */
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

describe.each(owners)('what the page of who did what asks %s for', (owner) => {
  const { kind, action, field, before, after } = changed[owner];
  const contract = contractBetween('mfe-admin', owner);
  const asking = (description: string) =>
    contract.addInteraction().given(`staff have made the change ${action}`).uponReceiving(description);
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

  it.each([
    ['all entries', everything, {}],
    [
      'the entries of one person about one kind',
      { ...everything, person: 'admin-1', kind },
      { person: 'admin-1', kind },
    ],
  ] as const)('%s, newest first', (what, view, filter) =>
    asking(`${what} of who did what`)
      .withRequest('GET', `/api/admin/services/${owner}/audit`, (request) =>
        request.headers(asStaff).query({ ...filter, limit: '25' }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answeredAsJson).jsonBody({ success: true, data: [entry], next: nullValue() }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url, 'staff').dispatch(
          auditApi.endpoints.listAuditEntries.initiate({ owner, view }),
        );
        expect(data).toMatchObject({
          rows: [{ action, record: { kind }, changes: [{ field, before, after }] }],
          next: null,
        });
      }),
  );

  it('a page after an entry, by the place that it has with every owner', () => {
    const cursor = '2026-11-19T10:00:00.000Z_6600000000000000000000f1';
    return asking('who did what after an entry')
      .withRequest('GET', `/api/admin/services/${owner}/audit`, (request) =>
        request.headers(asStaff).query({ cursor, limit: '25' }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answeredAsJson).jsonBody({ success: true, data: [], next: null }),
      )
      .executeTest(async ({ url }) => {
        const view = { ...everything, after: cursor };
        const { data } = await sendTo(url, 'staff').dispatch(
          auditApi.endpoints.listAuditEntries.initiate({ owner, view }),
        );
        expect(data).toEqual({ rows: [], next: null });
      });
  });

  it('the entries of one record as CSV', () =>
    asking('who did what with one record, as CSV')
      .withRequest('GET', `/api/admin/services/${owner}/audit/export`, (request) =>
        request.headers(asStaff).query({ record: 'nothing-of-this-name' }),
      )
      .willRespondWith(200, (answer) => answer.headers(answeredAsCsv))
      .executeTest(async ({ url }) => {
        const address = `${auditAddress(owner)}/export`;
        const params = { record: 'nothing-of-this-name' };
        expect(await takenAway(sendTo(url, 'staff'), { address, params })).toBe('text/csv');
      }));
});
