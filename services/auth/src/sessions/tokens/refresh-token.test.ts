import {
  hashOf,
  newSecret,
  newSessionId,
  nextToken,
  parseRefreshToken,
  replacedAt,
  tokenOfGeneration,
} from './refresh-token.ts';

const secret = Buffer.alloc(32, 1);
const token = { sessionId: newSessionId(), generation: 1, secret: newSecret() };

describe('a refresh token', () => {
  it('has one successor (AUTH-S3)', () => {
    const next = nextToken(token, secret);
    expect(next).toEqual(nextToken({ ...token }, secret));
    expect(next.generation).toBe(2);
    expect(next.secret).not.toBe(token.secret);
  });

  it("does not reveal its successor without the service's secret", () => {
    expect(nextToken(token, Buffer.alloc(32, 2)).secret).not.toBe(nextToken(token, secret).secret);
    expect(nextToken({ ...token, sessionId: newSessionId() }, secret).secret).not.toBe(
      nextToken(token, secret).secret,
    );
  });

  it('leads to every later token of its family within a limit, and to no earlier one', () => {
    const third = nextToken(nextToken(token, secret), secret);
    expect(tokenOfGeneration(token, 3, secret)).toEqual(third);
    expect(tokenOfGeneration(token, 1, secret)).toEqual(token);
    expect(tokenOfGeneration(third, 2, secret)).toBeUndefined();
    expect(tokenOfGeneration(token, 20_000, secret)).toBeUndefined();
  });

  it('is stored as a hash', () => {
    expect(hashOf(token.secret)).toMatch(/^[\w-]{43}$/);
    expect(hashOf(token.secret)).not.toBe(token.secret);
  });

  it('has a time of replacement as long as the session stores it', () => {
    const rotatedAt = [new Date(3), new Date(4)];
    expect(replacedAt({ generation: 5, rotatedAt }, 4)).toEqual(new Date(4));
    expect(replacedAt({ generation: 5, rotatedAt }, 3)).toEqual(new Date(3));
    expect(replacedAt({ generation: 5, rotatedAt }, 2)).toBeUndefined();
  });

  it.each(['', 'a.b.c', `${'a'.repeat(22)}.-1.${'b'.repeat(43)}`, `${'a'.repeat(22)}.1.${'b'.repeat(44)}`])(
    'is not %j',
    (text) => {
      expect(parseRefreshToken(text)).toBeUndefined();
    },
  );
});
