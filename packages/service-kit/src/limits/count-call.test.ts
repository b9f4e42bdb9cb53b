import { ProblemError } from '../http/problem-error.ts';
import { type CallCounter, countCall, countOrRefuse, durationText } from './count-call.ts';

const state = { consumedPoints: 4, msBeforeNext: 1500 };
const counting: CallCounter = { consume: async () => state };
// The library rejects with a plain object.
const overLimit: CallCounter = { consume: () => Promise.reject(Object.assign(Object.create(null), state)) };
const unavailable = new Error('the database is away');
const broken: CallCounter = { consume: () => Promise.reject(unavailable) };

describe('counting a call', () => {
  it('returns the count and whether it is over the limit', async () => {
    expect(await countCall(counting, 'a')).toEqual({ isOver: false, state });
    expect(await countCall(overLimit, 'a')).toMatchObject({ isOver: true, state });
  });

  it('refuses calls over the limit with 429 and whole seconds, at least one', async () => {
    const text = (when: string) => `Too many. Please try again ${when}.`;
    await countOrRefuse(counting, 'a', text);
    const refusal = await countOrRefuse(overLimit, 'a', text).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProblemError);
    const message = 'Too many. Please try again in a minute.';
    expect(refusal).toMatchObject({ status: 429, message, retryAfterSeconds: 2 });
  });

  it('rejects with the error of the counter when it cannot count', async () => {
    await expect(countOrRefuse(broken, 'a', String)).rejects.toBe(unavailable);
  });

  it.each([
    [1, 'in a minute'],
    [60_001, 'in 2 minutes'],
    [59 * 60_000, 'in 59 minutes'],
    [60 * 60_000, 'in an hour'],
  ])('says when the next call is accepted: %d ms is %s', (ms, when) => {
    expect(durationText(ms)).toBe(when);
  });
});
