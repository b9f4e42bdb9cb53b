import { isProblemCode, problemCodes, problemSchema } from './problem.ts';

describe('problem codes', () => {
  it('have a 4xx or 5xx status and a sentence each', () => {
    for (const [code, { status, text }] of Object.entries(problemCodes)) {
      expect([code, status]).toEqual([code, expect.any(Number)]);
      expect(Math.floor(status / 100)).toBeGreaterThanOrEqual(4);
      expect(Math.floor(status / 100)).toBeLessThanOrEqual(5);
      expect(text).toMatch(/^[A-Z].+\.$/);
      expect(problemSchema.shape.code.safeParse(code).success).toBe(true);
    }
  });

  it('are recognized by name, unlike inherited properties', () => {
    expect([isProblemCode('out-of-stock'), isProblemCode('toString'), isProblemCode('')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('must be in kebab case', () => {
    expect(
      problemSchema.safeParse({ success: false, message: 'a', error: 'a', code: 'Not Found' }).success,
    ).toBe(false);
  });
});
