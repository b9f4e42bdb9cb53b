import { instant } from '@kinmel/testing/web-contracts';
import { MatchersV3 } from '@pact-foundation/pact';
import { type Agreement, agreedWith } from '../../testing/staff-contract.ts';
import { workApi } from './work-api.ts';

const { boolean, eachLike, integer, nullValue, regex, string } = MatchersV3;

const orderId = '00000000000000000000a0d1';
const requestId = '00000000000000000000a1b2';
const kinds = [
  ['order', 'order', orderId, `the order ${orderId}`],
  ['sell-request', 'service-request', requestId, `the sell request ${requestId}`],
  ['repair-booking', 'service-request', requestId, `the repair booking ${requestId}`],
  ['phone-order', 'service-request', requestId, `the phone order ${requestId}`],
] as const;

describe.each(kinds)('the work queue, for each %s', (kind, owner, id, name) => {
  const { listWork, assignWork } = workApi.endpoints;
  const path = `/api/admin/services/${owner}/work`;
  const pending = owner === 'order' ? `${name} of the customer is pending` : `${name} is pending`;
  const taken = `staff have taken ${name}`;
  const item = (assignee: unknown) => ({
    id,
    kind,
    title: string('KM-7H2K-94QX'),
    customer: string('Asha'),
    status: 'pending',
    createdAt: instant('2026-11-20T10:00:00.000Z'),
    promisedAt: instant('2026-11-21T10:00:00.000Z'),
    isLate: boolean(false),
    assignee,
    version: integer(1),
  });
  const you = {
    personId: string('admin-1'),
    name: string(''),
    isYou: true,
    takenAt: instant('2026-11-20T10:00:00.000Z'),
  };

  const cursor = '2099-11-21T10:00:00.000Z_6600000000000000000000f1';
  const rest = { owner, kind, mine: false, after: undefined };
  const assign = { method: 'PUT', path: `${path}/${kind}/${id}/assignee` } as const;
  const take = (assignee: 'me' | 'nobody', version: number) => ({
    ...assign,
    body: { assignee, version },
    send: assignWork.initiate({ item: { kind, id, version }, assignee }),
  });

  it.each([
    {
      given: pending,
      upon: `what waits of each ${kind}`,
      path,
      query: { kind, limit: '20' },
      answer: { data: eachLike(item(nullValue())), next: nullValue() },
      send: listWork.initiate(rest),
      read: { rows: [{ id, kind, status: 'pending', version: 1 }], next: null },
    },
    {
      given: taken,
      upon: `what of it is the own of each ${kind}`,
      path,
      query: { mine: 'true', kind, limit: '20' },
      answer: { data: eachLike(item(you)), next: nullValue() },
      send: listWork.initiate({ ...rest, mine: true }),
      read: { rows: [{ id, kind, status: 'pending', version: 1 }], next: null },
    },
    {
      given: pending,
      upon: `what waits of each ${kind} after a record`,
      path,
      query: { kind, cursor, limit: '20' },
      answer: { data: [], next: null },
      send: listWork.initiate({ ...rest, after: cursor }),
      read: { rows: [], next: null },
    },
    {
      ...take('me', 0),
      given: pending,
      upon: `who takes one ${kind}`,
      answer: { data: item(you) },
      read: { id, assignee: { isYou: true } },
    },
    {
      ...take('nobody', 1),
      given: taken,
      upon: `who gives back one ${kind}`,
      answer: { data: item(null) },
      read: { id, assignee: null },
    },
    {
      ...take('me', 9),
      given: pending,
      upon: `who takes one ${kind} with a stale version`,
      status: 409,
      refusal: ['version-conflict', 'Somebody else was faster.'],
    },
  ] satisfies readonly Agreement[])('agrees on $upon', agreedWith(owner));
});

it('the work queue of devices lists records without a customer', () =>
  agreedWith('device')({
    given: 'a phone has just come',
    upon: 'which devices wait for staff',
    path: '/api/admin/services/device/work',
    query: { limit: '20' },
    answer: {
      data: eachLike({
        id: regex(/^[0-9a-f]{24}$/, requestId),
        kind: 'device',
        title: string('iPhone 13, 128 GB, black, …3809'),
        customer: '',
        status: 'to-inspect',
        createdAt: instant('2026-11-20T10:00:00.000Z'),
        promisedAt: instant('2026-11-21T10:00:00.000Z'),
        isLate: boolean(false),
        assignee: nullValue(),
        version: integer(0),
      }),
      next: nullValue(),
    },
    send: workApi.endpoints.listWork.initiate({
      owner: 'device',
      mine: false,
      kind: undefined,
      after: undefined,
    }),
    read: { rows: [{ id: requestId, kind: 'device', customer: '', status: 'to-inspect' }], next: null },
  }));
