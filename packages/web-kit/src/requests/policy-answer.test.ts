import { createAppStore, forgetFirstData } from '../host/index.ts';
import { injectEndpoints, policyAnswer, reading } from '../index.ts';

const read = (part: string) => (answer: unknown) =>
  (answer as { data?: Record<string, string> } | undefined)?.data?.[part];
const { one, other } = injectEndpoints((build) => ({
  one: build.query<string, void>({
    queryFn: (_nothing, context) => reading(policyAnswer(context), read('one')),
  }),
  other: build.query<string, void>({
    queryFn: (_nothing, context) => reading(policyAnswer(context), read('other')),
  }),
})).endpoints;

const answers = jest.fn<Promise<Response>, []>();
const realFetch = globalThis.fetch;
beforeEach(() => {
  globalThis.fetch = answers as unknown as typeof fetch;
  answers.mockReset();
  answers.mockImplementation(async () => Response.json({ data: { one: 'first', other: 'second' } }));
  document.body.innerHTML = '';
  forgetFirstData();
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

it('requests the policy once for all readers, concurrent or sequential', async () => {
  const { dispatch } = createAppStore();
  const results = await Promise.all([dispatch(one.initiate()), dispatch(other.initiate())]);
  expect(results.map(({ data }) => data)).toEqual(['first', 'second']);
  expect(answers).toHaveBeenCalledTimes(1);

  const { dispatch: laterDispatch } = createAppStore();
  await laterDispatch(one.initiate());
  expect((await laterDispatch(other.initiate())).data).toBe('second');
  expect(answers).toHaveBeenCalledTimes(2);
});

it('needs no request when the HTML carries the policy (CHAT-03)', async () => {
  document.body.innerHTML =
    '<script type="application/json" id="kinmel-first-data">{"/api/policy":{"data":{"one":"a","other":"b"}}}</script>';
  const { dispatch } = createAppStore();
  expect((await dispatch(one.initiate())).data).toBe('a');
  expect((await dispatch(other.initiate())).data).toBe('b');
  expect(answers).not.toHaveBeenCalled();
});

it('goes to the network on Retry', async () => {
  const { dispatch } = createAppStore();
  answers.mockImplementationOnce(async () => Response.json({ success: false }, { status: 503 }));
  expect((await dispatch(one.initiate())).error).toBeDefined();
  expect((await dispatch(one.initiate(undefined, { forceRefetch: true }))).data).toBe('first');
});
