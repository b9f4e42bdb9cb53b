import { signedUp, type TestBrowser } from './testing/test-browser.ts';
import { useTestAuth } from './testing/use-test-auth.ts';

let browser: TestBrowser;

const auth = useTestAuth();

beforeEach(async () => {
  browser = await signedUp(auth);
});

const paths = {
  '/api/auth/signup': { fullName: 'A', email: 'a@b.co', number: '9801234567', password: 'Orchid77' },
  '/api/auth/login': { email: 'a@b.co', password: 'Orchid77' },
  '/api/auth/refresh': { refreshToken: 'x' },
  '/api/auth/forgot-password': { email: 'a@b.co' },
  '/api/auth/reset-password/check': { token: 'x' },
  '/api/auth/reset-password': { token: 'x', password: 'Orchid77' },
  '/api/auth/login/recovery-code': { email: 'a@b.co', code: 'x' },
  '/api/auth/login/passkey': { credential: {} },
  '/api/auth/passkeys': { credential: {}, name: 'Phone', transports: [] },
  '/api/auth/change-password': { currentPassword: 'x', password: 'Orchid77' },
} as const;

const badValues = [{ $ne: null }, ['a@b.co'], [], 7, true, null, 'a'.repeat(60_000)];

describe.each(Object.entries(paths))('%s', (path, validBody) => {
  it.each(Object.keys(validBody))(
    'refuses a %s of another type or size with 400, quickly, and stores nothing (A-26)',
    async (field) => {
      const before = await auth.users.countDocuments({});
      for (const value of badValues) {
        const startedAt = performance.now();
        const answer = await browser.call('post', path, { ...validBody, [field]: value });
        expect(performance.now() - startedAt).toBeLessThan(1_000);
        expect([value, answer.status, answer.body.code]).toEqual([value, 400, 'invalid-request']);
        expect(answer.body.message).toBe(answer.body.error);
      }
      expect(await auth.users.countDocuments({})).toBe(before);
    },
  );
});
