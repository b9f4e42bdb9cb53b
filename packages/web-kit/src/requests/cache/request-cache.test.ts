import { waitFor } from '@testing-library/react';
import { api, createAppStore } from '../../host/index.ts';
import { injectEndpoints } from '../../index.ts';
import type { Reply } from '../send-request.ts';

interface Thing {
  readonly name: string;
  readonly places: readonly { readonly town: string }[];
}

const answer = jest.fn<Promise<Reply<Thing>>, [unknown, AbortSignal, boolean | undefined]>();
const send = jest.fn<Promise<Reply<string>>, [AbortSignal]>();

const things = injectEndpoints('mfe-cache', (build) => ({
  getThing: build.query<Thing, unknown>({
    queryFn: (arg, { signal, forced }) => answer(arg, signal, forced),
    providesTags: (thing) => ['Product', { type: 'Offer', id: thing?.name ?? 'none' }],
  }),
  getBrief: build.query<Thing, unknown>({
    queryFn: (arg, { signal, forced }) => answer(arg, signal, forced),
    keepUnusedDataFor: 0,
  }),
  changeProducts: build.mutation<string, void>({
    queryFn: (_none, { signal }) => send(signal),
    invalidatesTags: ['Product'],
  }),
  changeOffer: build.mutation<string, string>({
    queryFn: (_id, { signal }) => send(signal),
    invalidatesTags: (_done, error, id) => (error ? [] : [{ type: 'Offer', id }]),
  }),
}));
const { getThing, getBrief, changeProducts, changeOffer } = things.endpoints;

const named = (name: string, ...towns: string[]): Reply<Thing> => ({
  data: { name, places: towns.map((town) => ({ town })) },
});
const refusal: Reply<never> = { error: { status: 503, data: null } };

beforeEach(() => {
  jest.useFakeTimers();
  answer.mockReset().mockImplementation(async () => named('chair'));
  send.mockReset().mockResolvedValue({ data: 'done' });
});
const stores: ReturnType<typeof createAppStore>[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.dispatch(api.util.resetApiState());
  jest.useRealTimers();
});

function open() {
  const store = createAppStore();
  stores.push(store);
  return {
    ...store,
    known: (arg: unknown) => getThing.select(arg)(store.getState()),
    pass: (ms: number) => jest.advanceTimersByTimeAsync(ms),
  };
}

describe('a question', () => {
  it('is asked once at a time, and is the same whatever the order of its fields', async () => {
    const { dispatch } = open();
    const both = await Promise.all([
      dispatch(getThing.initiate({ a: 1, b: [2] })),
      dispatch(getThing.initiate({ b: [2], a: 1 })),
    ]);
    expect(both.map(({ data }) => data?.name)).toEqual(['chair', 'chair']);
    await dispatch(getThing.initiate({ b: [2], a: 1 }));
    expect(answer).toHaveBeenCalledTimes(1);
    await dispatch(getThing.initiate({ b: [2], a: 2 }));
    expect(answer).toHaveBeenCalledTimes(2);
  });

  it('whose answer is there is asked anew on request only, or when the answer is as old as that', async () => {
    const { dispatch, pass } = open();
    await dispatch(getThing.initiate(1));
    await pass(9_000);
    await dispatch(getThing.initiate(1, { forceRefetch: 10 }));
    expect(answer).toHaveBeenCalledTimes(1);
    await pass(1_000);
    await dispatch(getThing.initiate(1, { forceRefetch: 10 }));
    expect(answer).toHaveBeenCalledTimes(2);
    await dispatch(getThing.initiate(1, { forceRefetch: true }));
    expect(answer.mock.calls.map(([, , forced]) => forced)).toEqual([false, true, true]);
  });

  it('keeps every part of its answer that is still the same, and the whole when nothing changed', async () => {
    const { dispatch, known } = open();
    answer.mockResolvedValueOnce(named('chair', 'Pokhara', 'Patan'));
    const request = dispatch(getThing.initiate(1));
    const { data: first } = await request;
    answer.mockResolvedValueOnce(named('chair', 'Pokhara', 'Dharan'));
    const { data: second } = await request.refetch();
    expect(second?.places.map(({ town }) => town)).toEqual(['Pokhara', 'Dharan']);
    expect(second?.places[0]).toBe(first?.places[0]);
    answer.mockResolvedValueOnce(named('chair', 'Pokhara', 'Dharan'));
    await request.refetch();
    expect(known(1).data).toBe(second);
  });

  it('that fails keeps the answer before, and its failure until the next answer', async () => {
    const { dispatch, known } = open();
    const request = dispatch(getThing.initiate(1));
    await request;
    answer.mockResolvedValueOnce(refusal);
    await request.refetch();
    expect(known(1)).toMatchObject({ isError: true, error: refusal.error, data: { name: 'chair' } });
    const again = request.refetch();
    expect(known(1)).toMatchObject({ isError: false, isFetching: true, error: refusal.error });
    await again;
    expect(known(1)).toMatchObject({ isSuccess: true, error: undefined });
  });

  it('whose code throws has failed, and says so in the console', async () => {
    const told = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { dispatch } = open();
    answer.mockRejectedValueOnce(new TypeError('a bug'));
    const { error } = await dispatch(getThing.initiate(1));
    expect(error).toEqual({ status: 'CUSTOM_ERROR', error: 'TypeError: a bug' });
    expect(told).toHaveBeenCalledTimes(1);
    told.mockRestore();
  });
});

describe('an answer that nobody shows', () => {
  it('is forgotten after five minutes, or after the time of its endpoint', async () => {
    const { dispatch, known, getState, pass } = open();
    const request = dispatch(getThing.initiate(1));
    await request;
    await pass(600_000);
    expect(known(1).data).toBeDefined();
    request.unsubscribe();
    await pass(299_999);
    expect(known(1).data).toBeDefined();
    await pass(1);
    expect(known(1).isUninitialized).toBe(true);

    const brief = dispatch(getBrief.initiate(1));
    await brief;
    brief.unsubscribe();
    await pass(0);
    expect(getState().api.queries).toEqual({});
  });

  it('stays when somebody shows it in time', async () => {
    const { dispatch, known, pass } = open();
    const request = dispatch(getThing.initiate(1));
    await request;
    request.unsubscribe();
    await pass(299_000);
    await dispatch(getThing.initiate(1));
    await pass(600_000);
    expect(known(1).data).toBeDefined();
    expect(answer).toHaveBeenCalledTimes(1);
  });

  it('is aborted on its way when its time is over, and does not pass for that of who asks next', async () => {
    const { dispatch, getState, pass } = open();
    const late = Promise.withResolvers<Reply<Thing>>();
    answer.mockReturnValueOnce(late.promise);
    dispatch(getBrief.initiate(1)).unsubscribe();
    await pass(0);
    expect(answer.mock.calls[0]?.[1].aborted).toBe(true);
    expect(getState().api.queries).toEqual({});
    answer.mockResolvedValueOnce(named('table'));
    const next = dispatch(getBrief.initiate(1));
    late.resolve(named('chair'));
    expect((await next).data?.name).toBe('table');
    expect(getBrief.select(1)(getState()).data?.name).toBe('table');
  });
});

describe('a change', () => {
  it('asks anew for what has its tags and is shown, and forgets what is not', async () => {
    const { dispatch, known } = open();
    await dispatch(getThing.initiate('shown'));
    const left = dispatch(getThing.initiate('left'));
    await left;
    left.unsubscribe();
    answer.mockResolvedValueOnce(named('new'));
    await dispatch(changeProducts.initiate());
    await waitFor(() => expect(known('shown').data?.name).toBe('new'));
    expect(known('left').isUninitialized).toBe(true);
    expect(answer).toHaveBeenCalledTimes(3);
  });

  it('of one thing asks for that one only', async () => {
    const { dispatch } = open();
    answer.mockImplementation(async (arg) => named(String(arg)));
    await dispatch(getThing.initiate('one'));
    await dispatch(getThing.initiate('other'));
    await dispatch(changeOffer.initiate('other'));
    expect(answer.mock.calls.map(([arg]) => arg)).toEqual(['one', 'other', 'other']);
  });

  it('that fails asks anew too, unless its tags say otherwise', async () => {
    const { dispatch } = open();
    await dispatch(getThing.initiate('chair'));
    send.mockResolvedValue(refusal);
    expect(await dispatch(changeOffer.initiate('chair'))).toEqual(refusal);
    expect(answer).toHaveBeenCalledTimes(1);
    await dispatch(changeProducts.initiate());
    expect(answer).toHaveBeenCalledTimes(2);
  });

  it('waits for what was asked before it: that may be answered with what was before', async () => {
    const { dispatch } = open();
    const slow = Promise.withResolvers<Reply<Thing>>();
    answer.mockReturnValueOnce(slow.promise);
    const shown = dispatch(getThing.initiate(1));
    await dispatch(changeProducts.initiate());
    expect(answer).toHaveBeenCalledTimes(1);
    slow.resolve(named('old'));
    await shown;
    expect(answer).toHaveBeenCalledTimes(2);
  });

  it('ends when it is aborted, though nothing has answered', async () => {
    const { dispatch } = open();
    send.mockReturnValueOnce(new Promise(() => {}));
    const sent = dispatch(changeProducts.initiate());
    sent.abort();
    expect((await sent).error).toMatchObject({ status: 'CUSTOM_ERROR' });
    expect(send.mock.calls[0]?.[0].aborted).toBe(true);
  });

  it('is written into a known answer, and into no other', async () => {
    const { dispatch, known } = open();
    await dispatch(getThing.initiate(1));
    const rename = (arg: number) =>
      things.util.updateQueryData('getThing', arg, (before) => ({ ...before, name: 'stool' }));
    dispatch(rename(1));
    dispatch(rename(2));
    expect(known(1).data?.name).toBe('stool');
    expect(known(2).isUninitialized).toBe(true);
  });
});

describe('polling', () => {
  it('asks after the shortest interval of who shows the answer, counted from the last one', async () => {
    const { dispatch, pass } = open();
    const slow = dispatch(getThing.initiate(1));
    slow.setPollingInterval(10_000);
    const fast = dispatch(getThing.initiate(1));
    fast.setPollingInterval(4_000);
    await slow;
    await pass(3_999);
    expect(answer).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(answer).toHaveBeenCalledTimes(2);
    await pass(4_000);
    expect(answer).toHaveBeenCalledTimes(3);
    fast.unsubscribe();
    await pass(9_999);
    expect(answer).toHaveBeenCalledTimes(3);
    await pass(1);
    expect(answer).toHaveBeenCalledTimes(4);
  });

  it('stops with an interval of 0 and with who asked for it, and goes on after a failure', async () => {
    const { dispatch, pass } = open();
    const shown = dispatch(getThing.initiate(1));
    shown.setPollingInterval(4_000);
    await shown;
    answer.mockResolvedValueOnce(refusal);
    await pass(8_000);
    expect(answer).toHaveBeenCalledTimes(3);
    shown.setPollingInterval(0);
    await pass(60_000);
    shown.setPollingInterval(4_000);
    shown.unsubscribe();
    await pass(60_000);
    expect(answer).toHaveBeenCalledTimes(3);
  });
});
