import { isProblemCode, problemCodes, problemSchema } from './problem.ts';

describe('problems', () => {
  it('have a status in the 4xx or 5xx range and a sentence for every code', () => {
    for (const [code, { status, text }] of Object.entries(problemCodes)) {
      expect([code, status]).toEqual([code, expect.any(Number)]);
      expect(Math.floor(status / 100)).toBeGreaterThanOrEqual(4);
      expect(Math.floor(status / 100)).toBeLessThanOrEqual(5);
      expect(text).toMatch(/^[A-Z].+\.$/);
      expect(problemSchema.shape.code.safeParse(code).success).toBe(true);
    }
  });

  it('are known by their codes alone, not by what every object has', () => {
    expect([isProblemCode('out-of-stock'), isProblemCode('toString'), isProblemCode('')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('are refused when a code is not in kebab case', () => {
    expect(
      problemSchema.safeParse({ success: false, message: 'a', error: 'a', code: 'Not Found' }).success,
    ).toBe(false);
  });
});
