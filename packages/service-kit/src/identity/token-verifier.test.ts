import { testTokens } from '@kinmel/testing';
import { createTokenVerifier } from './token-verifier.ts';

const tokens = testTokens();
const start = Date.now();

function setUp() {
  let loads = 0;
  let nowMs = start;
  let answer = tokens.source;
  const verifier = createTokenVerifier({
    jwks: () => {
      loads += 1;
      return answer();
    },
    now: () => nowMs,
  });
  return {
    verifier,
    loads: () => loads,
    advance: (ms: number) => {
      nowMs += ms;
    },
    answerWith: (source: typeof answer) => {
      answer = source;
    },
    fail: () => {
      answer = () => Promise.reject(new Error('auth is away'));
    },
  };
}

const notSignedIn = { code: 'not-signed-in', status: 401 };

describe('the token verifier', () => {
  it('returns the identity of a valid token', async () => {
    const { verifier } = setUp();
    expect(await verifier.verify(tokens.customer('ram'))).toEqual({
      userId: 'ram',
      sessionId: 'session-1',
      role: 'user',
    });
    expect(await verifier.verify(tokens.admin())).toMatchObject({ role: 'admin' });
  });

  it.each([
    ['expired', tokens.expired()],
    ['unsigned', tokens.algNone()],
    ['signed with the public key as a secret', tokens.hmac()],
    ['signed by a stranger under a known key name', tokens.foreign()],
    ['for another audience', tokens.wrongAudience()],
    ['of another issuer', tokens.wrongIssuer()],
    ['of an unknown key', tokens.unknownKey()],
    ['without a role', tokens.withoutRole()],
    ['the cookie for the files of the admin remote', tokens.adminFiles()],
    ['truncated', tokens.admin().slice(0, -10)],
    ['no token at all', 'hello'],
    ['far too long', 'a'.repeat(10_000)],
  ])('refuses a token that is %s', async (_, token) => {
    await expect(setUp().verifier.verify(token)).rejects.toMatchObject(notSignedIn);
  });

  it('caches a verified token until it expires', async () => {
    const rig = setUp();
    const token = tokens.customer();
    const first = await rig.verifier.verify(token);
    rig.advance(14 * 60_000);
    expect(await rig.verifier.verify(token)).toBe(first);
    rig.advance(2 * 60_000);
    await expect(rig.verifier.verify(token)).rejects.toMatchObject(notSignedIn);
  });

  it('loads the keys once for many tokens, and not for every unknown key', async () => {
    const rig = setUp();
    await Promise.all(
      [tokens.customer('a'), tokens.customer('b'), tokens.admin()].map((token) => rig.verifier.verify(token)),
    );
    for (let attempt = 0; attempt < 5; attempt += 1)
      await rig.verifier.verify(tokens.unknownKey()).catch(() => undefined);
    expect(rig.loads()).toBe(1);
  });

  it('loads a new key after a rotation', async () => {
    const rig = setUp();
    await rig.verifier.verify(tokens.customer());
    const newTokens = testTokens();
    const [key] = newTokens.jwks.keys;
    if (key === undefined) throw new Error('no key');
    rig.answerWith(async () => ({ keys: [...tokens.jwks.keys, { ...key, kid: 'never-seen' }] }));
    await expect(rig.verifier.verify(newTokens.unknownKey())).rejects.toMatchObject(notSignedIn);
    rig.advance(31_000);
    expect(await rig.verifier.verify(newTokens.unknownKey())).toMatchObject({ role: 'admin' });
  });

  it('reloads on time after its clock was set back', async () => {
    const rig = setUp();
    const hour = 60 * 60_000;
    rig.advance(hour);
    rig.fail();
    await rig.verifier.verify(tokens.customer('a')).catch(() => undefined);
    rig.advance(-hour);
    rig.answerWith(tokens.source);
    expect(await rig.verifier.verify(tokens.customer('a'))).toMatchObject({ userId: 'a' });
  });

  it('keeps accepting known keys while auth does not answer', async () => {
    const rig = setUp();
    await rig.verifier.verify(tokens.customer('a'));
    rig.fail();
    rig.advance(6 * 60_000);
    await expect(rig.verifier.verify(tokens.customer('b'))).resolves.toMatchObject({ userId: 'b' });
  });

  it('rejects with 503 rather than 401 until it has a key, and retries soon but not every time', async () => {
    const rig = setUp();
    rig.fail();
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(rig.verifier.verify(tokens.customer())).rejects.toMatchObject({
        code: 'service-unavailable',
      });
    expect(rig.loads()).toBe(1);
    rig.answerWith(tokens.source);
    rig.advance(2_001);
    expect(await rig.verifier.verify(tokens.customer())).toMatchObject({ role: 'user' });
  });

  it('ignores keys of another type and private ones', async () => {
    const rig = setUp();
    const [key] = tokens.jwks.keys;
    rig.answerWith(async () => ({
      keys: [
        { ...key, kid: key?.kid ?? '', d: 'secret' },
        { kty: 'oct', kid: 'x', k: 'AAAA' },
      ],
    }));
    await expect(rig.verifier.verify(tokens.customer())).rejects.toMatchObject(notSignedIn);
  });
});
