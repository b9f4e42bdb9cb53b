import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { api, createAppStore } from '../../host/index.ts';
import { injectEndpoints } from '../../index.ts';
import type { Reply } from '../send-request.ts';

const answer = jest.fn<Promise<Reply<string>>, [string]>();
const { useGetWordQuery, useSendWordMutation, endpoints } = injectEndpoints('mfe-hooks', (build) => ({
  getWord: build.query<string, { word: string }>({ queryFn: ({ word }) => answer(word) }),
  sendWord: build.mutation<string, string>({ queryFn: (word) => answer(word) }),
}));

let store: ReturnType<typeof createAppStore>;
const Shop = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
beforeEach(() => {
  store = createAppStore();
  answer.mockReset().mockImplementation(async (word) => ({ data: word.toUpperCase() }));
});
afterEach(() => act(() => store.dispatch(api.util.resetApiState())));

/** Answers of the test's own making. */
function held() {
  const { promise, resolve } = Promise.withResolvers<Reply<string>>();
  answer.mockReturnValueOnce(promise);
  return (reply: Reply<string>) => act(async () => resolve(reply));
}

const show = (props: { word: string; skip?: boolean; isFresh?: boolean }) => {
  const drawn: (string | undefined)[] = [];
  const hook = renderHook(
    ({ word, skip, isFresh }: typeof props) => {
      const result = useGetWordQuery({ word }, { skip, refetchOnMountOrArgChange: isFresh });
      drawn.push(result.data);
      return result;
    },
    { initialProps: props, wrapper: Shop },
  );
  return { ...hook, drawn };
};

describe('useQuery', () => {
  it('loads at first, keeps the answer before while another question is asked, and tells them apart', async () => {
    const answerA = held();
    const { result, rerender } = show({ word: 'a' });
    expect(result.current).toMatchObject({ isLoading: true, isFetching: true, data: undefined });
    await answerA({ data: 'A' });
    expect(result.current).toMatchObject({ isLoading: false, isSuccess: true, data: 'A', currentData: 'A' });

    const answerB = held();
    rerender({ word: 'b' });
    expect(result.current).toMatchObject({
      data: 'A',
      currentData: undefined,
      isFetching: true,
      isLoading: false,
    });
    await answerB({ data: 'B' });
    expect(result.current).toMatchObject({ data: 'B', currentData: 'B', isFetching: false });
  });

  it('asks once for a question that is written anew at each drawing, and gives the same result', async () => {
    const { result, rerender } = show({ word: 'a' });
    await waitFor(() => expect(result.current.data).toBe('A'));
    const before = result.current;
    rerender({ word: 'a' });
    expect(result.current).toBe(before);
    expect(answer).toHaveBeenCalledTimes(1);
  });

  it('asks nothing while it is skipped, and cannot be asked again then', async () => {
    const { result, rerender } = show({ word: 'a', skip: true });
    expect(result.current).toMatchObject({ isUninitialized: true, isFetching: false });
    expect(() => result.current.refetch()).toThrow('Nothing was asked');
    rerender({ word: 'a' });
    await waitFor(() => expect(result.current.data).toBe('A'));
    rerender({ word: 'a', skip: true });
    expect(result.current).toMatchObject({ data: 'A', currentData: undefined, isUninitialized: true });
  });

  it('shows what is known and asks anew where it is told to', async () => {
    await store.dispatch(endpoints.getWord.initiate({ word: 'a' }));
    const answerAgain = held();
    const { result, drawn } = show({ word: 'a', isFresh: true });
    expect(drawn[0]).toBe('A');
    expect(result.current).toMatchObject({ isFetching: true, isLoading: false, isSuccess: true });
    await answerAgain({ data: 'new' });
    expect(result.current.data).toBe('new');
  });

  it('shows no longer what was forgotten, such as the answers of somebody who left', async () => {
    const { result } = show({ word: 'a' });
    await waitFor(() => expect(result.current.data).toBe('A'));
    act(() => store.dispatch(api.util.resetApiState()));
    expect(result.current.data).toBeUndefined();
  });

  it('lets the answer go when its component does', async () => {
    jest.useFakeTimers();
    const { unmount } = show({ word: 'a' });
    await act(() => jest.advanceTimersByTimeAsync(0));
    unmount();
    jest.advanceTimersByTime(300_000);
    expect(store.getState().api.queries).toEqual({});
    jest.useRealTimers();
  });
});

describe('useMutation', () => {
  it('tells what became of the last change that was sent, with what was sent', async () => {
    const { result } = renderHook(() => useSendWordMutation(), { wrapper: Shop });
    expect(result.current[1]).toMatchObject({ isUninitialized: true, isLoading: false });
    const answerFirst = held();
    const answerLast = held();
    act(() => {
      void result.current[0]('first');
      void result.current[0]('last');
    });
    expect(result.current[1]).toMatchObject({ isLoading: true, originalArgs: 'last' });
    await answerFirst({ data: 'one' });
    expect(result.current[1].isLoading).toBe(true);
    await answerLast({ error: { status: 409, data: null } });
    expect(result.current[1]).toMatchObject({ isLoading: false, isError: true, error: { status: 409 } });
    act(() => result.current[1].reset());
    expect(result.current[1]).toMatchObject({ isUninitialized: true, error: undefined });
  });

  it('leaves nothing of what was sent in the store', async () => {
    const { result } = renderHook(() => useSendWordMutation(), { wrapper: Shop });
    await act(async () => void (await result.current[0]('a password')));
    expect(JSON.stringify(store.getState())).not.toMatch(/a password/i);
  });
});
