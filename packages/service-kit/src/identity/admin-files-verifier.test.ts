import { testTokens } from '@kinmel/testing';
import { createAdminFilesVerifier } from './admin-files-verifier.ts';
import { createVerificationKeys } from './verification-keys.ts';

const tokens = testTokens();
const start = Date.now();

const verifierAt = (nowMs: number) => {
  const keys = createVerificationKeys({ jwks: tokens.source, now: () => nowMs });
  return createAdminFilesVerifier({ keys, now: () => nowMs });
};

describe('the verifier of the admin files cookie', () => {
  it('returns the expiry of a valid cookie', async () => {
    const admin = await verifierAt(start).verify(tokens.adminFiles({ expiresIn: 600 }));
    expect(Math.abs((admin?.goodUntilMs ?? 0) - start - 605_000)).toBeLessThan(2_000);
    expect(await verifierAt(start + 606_000).verify(tokens.adminFiles({ expiresIn: 600 }))).toBeUndefined();
  });

  it.each([
    ['an access token of an admin', tokens.admin()],
    ['for another audience', tokens.wrongAudience()],
    ['of another issuer', tokens.adminFiles({ issuer: 'another-shop' })],
    ['of an unknown key', tokens.adminFiles({ keyid: 'never-seen' })],
    ['unsigned', tokens.algNone()],
    ['signed with the public key as a secret', tokens.hmac()],
    ['signed by a stranger under a known key name', testTokens().adminFiles()],
    ['truncated', tokens.adminFiles().slice(0, -10)],
    ['no token at all', 'true'],
    ['far too long', 'a'.repeat(10_000)],
  ])('refuses a cookie that is %s', async (_, cookie) => {
    expect(await verifierAt(start).verify(cookie)).toBeUndefined();
  });
});
