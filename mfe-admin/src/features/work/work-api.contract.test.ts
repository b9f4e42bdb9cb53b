import { contractBetween, instant, sendTo } from '@kinmel/testing/web-contracts';
import { apiProblem } from '@kinmel/web-kit';
import { MatchersV3 } from '@pact-foundation/pact';
import { answeredAsJson, asStaff, sentAsJson } from '../../testing/staff-contract.ts';
import { chartsApi } from '../charts/charts-api.ts';
import { workApi } from './work-api.ts';

const { boolean, eachLike, integer, nullValue, string } = MatchersV3;

/** A record of each kind that waits for staff, and the states of it. */
const kinds = [
  {
    kind: 'order',
    owner: 'order',
    id: '00000000000000000000a0d1',
    name: 'the order 00000000000000000000a0d1',
  },
  {
    kind: 'sell-request',
    owner: 'service-request',
    id: '00000000000000000000a1b2',
    name: 'the sell request 00000000000000000000a1b2',
  },
  {
    kind: 'repair-booking',
    owner: 'service-request',
    id: '00000000000000000000a1b2',
    name: 'the repair booking 00000000000000000000a1b2',
  },
  {
    kind: 'phone-order',
    owner: 'service-request',
    id: '00000000000000000000a1b2',
    name: 'the phone order 00000000000000000000a1b2',
  },
] as const;

describe.each(kinds)('what the work queue asks about each $kind', ({ kind, owner, id, name }) => {
  const contract = contractBetween('mfe-admin', owner);
  const queue = `/api/admin/services/${owner}/work`;
  const pending = owner === 'order' ? `${name} of the customer is pending` : `${name} is pending`;
  const taken = `staff have taken ${name}`;
  const asking = (state: string, description: string) =>
    contract.addInteraction().given(state).uponReceiving(description);
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
  ] as const)('%s, by the time that was promised', (what, state, view, query, assignee) =>
    asking(state, `${what} of each ${kind}`)
      .withRequest('GET', queue, (request) => request.headers(asStaff).query({ ...query, limit: '20' }))
      .willRespondWith(200, (answer) =>
        answer
          .headers(answeredAsJson)
          .jsonBody({ success: true, data: eachLike(item(assignee)), next: nullValue() }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url, 'staff').dispatch(
          workApi.endpoints.listWork.initiate({ owner, after: undefined, ...view }),
        );
        expect(data).toMatchObject({ rows: [{ id, kind, status: 'pending', version: 1 }], next: null });
      }),
  );

  it('a page after a record, by the place that it has with every owner', () => {
    const cursor = '2099-11-21T10:00:00.000Z_6600000000000000000000f1';
    return asking(pending, `what waits of each ${kind} after a record`)
      .withRequest('GET', queue, (request) => request.headers(asStaff).query({ kind, cursor, limit: '20' }))
      .willRespondWith(200, (answer) =>
        answer.headers(answeredAsJson).jsonBody({ success: true, data: [], next: null }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url, 'staff').dispatch(
          workApi.endpoints.listWork.initiate({ owner, mine: false, kind, after: cursor }),
        );
        expect(data).toEqual({ rows: [], next: null });
      });
  });

  it.each([
    ['takes', pending, 'me', 0, you],
    ['gives back', taken, 'nobody', 1, null],
  ] as const)('%s one', (step, state, assignee, version, left) =>
    asking(state, `who ${step} one ${kind}`)
      .withRequest('PUT', `${queue}/${kind}/${id}/assignee`, (request) =>
        request.headers(sentAsJson).jsonBody({ assignee, version }),
      )
      .willRespondWith(200, (answer) =>
        answer.headers(answeredAsJson).jsonBody({ success: true, data: item(left) }),
      )
      .executeTest(async ({ url }) => {
        const { data } = await sendTo(url, 'staff').dispatch(
          workApi.endpoints.assignWork.initiate({ item: { kind, id, version }, assignee }),
        );
        expect(data).toMatchObject({ id, assignee: left === null ? null : { isYou: true } });
      }),
  );

  it('hears that somebody was faster', () =>
    asking(pending, `who takes one ${kind} with a stale version`)
      .withRequest('PUT', `${queue}/${kind}/${id}/assignee`, (request) =>
        request.headers(sentAsJson).jsonBody({ assignee: 'me', version: 9 }),
      )
      .willRespondWith(409, (answer) =>
        answer.headers(answeredAsJson).jsonBody({
          success: false,
          message: string('Somebody else was faster.'),
          error: string('Somebody else was faster.'),
          code: 'version-conflict',
        }),
      )
      .executeTest(async ({ url }) => {
        const { error } = await sendTo(url, 'staff').dispatch(
          workApi.endpoints.assignWork.initiate({ item: { kind, id, version: 9 }, assignee: 'me' }),
        );
        expect(apiProblem(error)).toMatchObject({ status: 409, code: 'version-conflict' });
      }));
});

describe.each(kinds.filter(({ kind }) => kind === 'order' || kind === 'sell-request'))(
  'what the chart of the queue asks $owner for',
  ({ kind, owner, name }) => {
    it('how old the open records of each kind are', () =>
      contractBetween('mfe-admin', owner)
        .addInteraction()
        .given(owner === 'order' ? `${name} of the customer is pending` : `${name} is pending`)
        .uponReceiving('the age of the open work')
        .withRequest('GET', `/api/admin/services/${owner}/work/age`, (request) => request.headers(asStaff))
        .willRespondWith(200, (answer) =>
          answer.headers(answeredAsJson).jsonBody({
            success: true,
            data: eachLike({
              kind: string(kind),
              late: integer(0),
              counts: [integer(1), integer(0), integer(0), integer(0), integer(0)],
            }),
          }),
        )
        .executeTest(async ({ url }) => {
          const { data } = await sendTo(url, 'staff').dispatch(
            chartsApi.endpoints.getWorkAge.initiate(owner),
          );
          expect(data).toEqual([{ kind, late: 0, counts: [1, 0, 0, 0, 0] }]);
        }));
  },
);
