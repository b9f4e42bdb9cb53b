import { instant } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { exchangeWith } from '../../testing/staff-contract.ts';
import { workApi } from './work-api.ts';

const { boolean, eachLike, integer, nullValue, string } = MatchersV3;

const requestId = '00000000000000000000a1b2';
const kinds = [
  {
    kind: 'order',
    owner: 'order',
    id: '00000000000000000000a0d1',
    name: 'the order 00000000000000000000a0d1',
  },
  { kind: 'sell-request', owner: 'service-request', id: requestId, name: `the sell request ${requestId}` },
  {
    kind: 'repair-booking',
    owner: 'service-request',
    id: requestId,
    name: `the repair booking ${requestId}`,
  },
  { kind: 'phone-order', owner: 'service-request', id: requestId, name: `the phone order ${requestId}` },
] as const;

describe.each(kinds)('the work queue, for each $kind', ({ kind, owner, id, name }) => {
  const ask = exchangeWith(owner);
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

  it.each([
    ['what waits', pending, { mine: false, kind }, { kind }, nullValue()],
    ['what of it is the own', taken, { mine: true, kind }, { mine: 'true', kind }, you],
  ] as const)('reads %s, by the promised time', async (what, given, view, query, assignee) => {
    const { data } = await ask(
      {
        given,
        upon: `${what} of each ${kind}`,
        path,
        query: { ...query, limit: '20' },
        answer: { data: eachLike(item(assignee)), next: nullValue() },
      },
      ({ dispatch }) => dispatch(listWork.initiate({ owner, after: undefined, ...view })),
    );
    expect(data).toMatchObject({ rows: [{ id, kind, status: 'pending', version: 1 }], next: null });
  });

  it('reads the page after a cursor', async () => {
    const cursor = '2099-11-21T10:00:00.000Z_6600000000000000000000f1';
    const { data } = await ask(
      {
        given: pending,
        upon: `what waits of each ${kind} after a record`,
        path,
        query: { kind, cursor, limit: '20' },
        answer: { data: [], next: null },
      },
      ({ dispatch }) => dispatch(listWork.initiate({ owner, mine: false, kind, after: cursor })),
    );
    expect(data).toEqual({ rows: [], next: null });
  });

  it.each([
    ['takes', pending, 'me', 0, you],
    ['gives back', taken, 'nobody', 1, null],
  ] as const)('%s one', async (step, given, assignee, version, left) => {
    const { data } = await ask(
      {
        given,
        upon: `who ${step} one ${kind}`,
        method: 'PUT',
        path: `${path}/${kind}/${id}/assignee`,
        body: { assignee, version },
        answer: { data: item(left) },
      },
      ({ dispatch }) => dispatch(assignWork.initiate({ item: { kind, id, version }, assignee })),
    );
    expect(data).toMatchObject({ id, assignee: left === null ? null : { isYou: true } });
  });

  it('is refused with a stale version', async () => {
    const { error } = await ask(
      {
        given: pending,
        upon: `who takes one ${kind} with a stale version`,
        method: 'PUT',
        path: `${path}/${kind}/${id}/assignee`,
        body: { assignee: 'me', version: 9 },
        status: 409,
        refusal: ['version-conflict', 'Somebody else was faster.'],
      },
      ({ dispatch }) => dispatch(assignWork.initiate({ item: { kind, id, version: 9 }, assignee: 'me' })),
    );
    expect(apiProblem(error)).toMatchObject({ status: 409, code: 'version-conflict' });
  });
});
