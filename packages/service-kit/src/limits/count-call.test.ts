import { ProblemError } from '../http/problem-error.ts';
import { type CallCounter, countCall, countOrRefuse } from './count-call.ts';

const state = { consumedPoints: 4, msBeforeNext: 1500 };
const counting: CallCounter = { consume: async () => state };
// The library rejects with a plain object.
const over: CallCounter = { consume: () => Promise.reject(Object.assign(Object.create(null), state)) };
const away = new Error('the database is away');
const broken: CallCounter = { consume: () => Promise.reject(away) };

describe('counting a call', () => {
  it('returns the count and whether it is over the limit', async () => {
    expect(await countCall(counting, 'a')).toEqual({ isOver: false, state });
    expect(await countCall(over, 'a')).toMatchObject({ isOver: true, state });
  });

  it('refuses calls over the limit with 429 and whole seconds, at least one', async () => {
    await countOrRefuse(counting, 'a', 'Too many.');
    const refusal = await countOrRefuse(over, 'a', 'Too many.').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ProblemError);
    expect(refusal).toMatchObject({ status: 429, message: 'Too many.', retryAfterSeconds: 2 });
  });

  it('rejects with the error of the counter when it cannot count', async () => {
    await expect(countOrRefuse(broken, 'a', 'Too many.')).rejects.toBe(away);
  });
});
