import { attemptsOf } from './attempts.ts';
import { sendOnce } from './send-once.ts';

const lost = { error: { status: 'FETCH_ERROR', error: 'TypeError' } };
const refusal = (status: number, code: string) => ({
  error: { status, data: { message: 'No.', code } },
});
const done = { data: { link: '/request-links/1' } };

type Reply = { data?: { link: string }; error?: unknown } | undefined;

/** Sends a body, answered by the next reply, and records each request. */
function form(userId = '') {
  const sent: { key: string; body: string }[] = [];
  const attempts = attemptsOf('test.attempt');
  const press = (body: string, ...replies: Reply[]) =>
    sendOnce(attempts, {
      userId,
      body,
      send: (key, text) => {
        const reply = replies.shift();
        if (reply === undefined) return undefined;
        sent.push({ key, body: text });
        return Promise.resolve(reply);
      },
    });
  return { press, sent };
}

afterEach(() => sessionStorage.clear());

describe('a form that is sent once', () => {
  it('keeps its key after a lost answer and a reload, and gets a new one after an answer', async () => {
    const { press, sent } = form();
    await press('a', lost);
    const reloaded = form();
    expect(await reloaded.press('a', done)).toEqual({ data: done.data, body: 'a' });
    await reloaded.press('a', done);
    const keys = [...sent, ...reloaded.sent].map(({ key }) => key);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('reports a used key when the body that had arrived cannot be rebuilt', async () => {
    const { press, sent } = form();
    await press('a', lost);
    expect(await press('b', refusal(409, 'key-reused'), undefined)).toEqual(refusal(409, 'key-reused'));
    await press('b', done);
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });

  it('keeps the key of a lost answer when the retry is refused, and drops the key of a refused first request', async () => {
    const { press, sent } = form();
    await press('a', lost);
    await press('b', refusal(400, 'invalid-request'));
    await press('c', done);
    await press('d', refusal(400, 'invalid-request'));
    await press('e', done);
    const [a, b, c, d, e] = sent.map(({ key }) => key);
    expect([b, c]).toEqual([a, a]);
    expect(e).not.toBe(d);
  });

  it('returns the answer for any earlier body, also after a reload', async () => {
    const { press, sent } = form();
    await press('a', lost);
    await press('b', lost);
    expect(sent.map(({ body }) => body)).toEqual(['a', 'b']);
    const used = refusal(409, 'key-reused');
    expect(await form().press('c', used, used, done)).toEqual({ data: done.data, body: 'a' });
  });

  it('waits for a request with the same key that is still in progress', async () => {
    jest.useFakeTimers();
    const result = form().press('a', refusal(409, 'key-in-progress'), done);
    await jest.advanceTimersByTimeAsync(1000);
    expect(await result).toEqual({ data: done.data, body: 'a' });
    jest.useRealTimers();
  });

  it.each([
    ['asha', 'bimal', false],
    ['', 'asha', true],
  ])('of user "%s" is continued by user "%s": %s', async (first, second, isContinued) => {
    const [before, after] = [form(first), form(second)];
    await before.press('a', lost);
    await after.press('a', done);
    expect(after.sent[0]?.key === before.sent[0]?.key).toBe(isContinued);
  });

  it('keeps its key in memory when the browser refuses storage', async () => {
    const { press, sent } = form();
    const storage = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No', 'SecurityError');
    });
    await press('a', lost);
    await press('a', done);
    storage.mockRestore();
    expect(sent[1]).toEqual(sent[0]);
  });
});
