import { ProblemError } from './problem-error.ts';
import { problemOfRefusal, refusalsOf } from './refusals.ts';

it('says of each what became of it, and a refusal comes out as it went in', async () => {
  const problem = new ProblemError('out-of-stock', 'Gone.', [{ path: 'phone', message: '0' }]);
  const refusals = refusalsOf(await Promise.allSettled([Promise.resolve(1), Promise.reject(problem)]));
  expect(refusals).toEqual([
    null,
    { code: 'out-of-stock', message: 'Gone.', details: [{ path: 'phone', message: '0' }] },
  ]);
  expect(refusals[1] && problemOfRefusal(refusals[1])).toEqual(problem);
});

it('takes no failure for a refusal', async () => {
  const settled = await Promise.allSettled([Promise.resolve(1), Promise.reject(new Error('no database'))]);
  expect(() => refusalsOf(settled)).toThrow('no database');
});

it('a refusal that nobody knows here is no reason to go on', () => {
  expect(problemOfRefusal({ code: 'to-string', message: 'x' })).toMatchObject({
    code: 'service-unavailable',
  });
});

it('a problem that is thrown without a sentence says the text of its code', () => {
  expect(new ProblemError('storage-full').message).toBe('There is no room for more files.');
});
