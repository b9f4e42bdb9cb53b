import { problemSchema, problemStatus } from './problem.ts';

describe('problems', () => {
  it('have a status in the 4xx or 5xx range for every code', () => {
    for (const status of Object.values(problemStatus)) expect(status).toBeGreaterThanOrEqual(400);
  });

  it('are refused when a code is not in kebab case', () => {
    expect(
      problemSchema.safeParse({ success: false, message: 'a', error: 'a', code: 'Not Found' }).success,
    ).toBe(false);
  });
});
