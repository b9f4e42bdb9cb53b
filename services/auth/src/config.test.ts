import { processPorts, readConfig } from '@kinmel/service-kit';
import { authConfigSchema } from './config.ts';
import { testSealKey } from './testing/test-auth.ts';

const read = (env: Record<string, string>) =>
  readConfig(authConfigSchema, { MAIL_SEAL_KEY: testSealKey, ...env });

describe('the settings of auth', () => {
  it('have the documented defaults (SIL-46)', () => {
    expect(read({})).toMatchObject({
      AUTH_PORT: processPorts.auth,
      ADMIN_EMAIL: 'admin@kinmel.example',
      ADMIN_PASSWORD: 'Admin123',
      ACCESS_TOKEN_SECONDS: 900,
      SESSION_DAYS: 30,
      STAFF_SESSION_HOURS: 12,
      STAFF_IDLE_MINUTES: 30,
      CUSTOMER_SESSION_DAYS: 90,
      SIGNUPS_PER_HOUR: 60,
      LOGINS_PER_HOUR: 300,
    });
  });

  it.each<Record<string, string>>([{ ADMIN_PASSWORD: 'Admin123' }, { ADMIN_PASSWORD: '' }, {}])(
    'refuse to start in production with the default password of the admin: %j (SIL-04, J-05)',
    (env) => {
      expect(() => read({ NODE_ENV: 'production', ...env })).toThrow(
        /ADMIN_PASSWORD: production must not use the default password/,
      );
      expect(() => read({ NODE_ENV: 'production', ADMIN_PASSWORD: 'Another123' })).not.toThrow();
    },
  );

  it.each<Record<string, string>>([
    { ADMIN_PASSWORD: 'abc' },
    { ADMIN_EMAIL: 'boss' },
    { ACCESS_TOKEN_SECONDS: '5' },
    { MAIL_SEAL_KEY: 'short' },
  ])('refuse %j', (env) => {
    expect(() => read(env)).toThrow(new RegExp(Object.keys(env).join()));
  });

  it('require the key that seals reset links', () => {
    expect(() => readConfig(authConfigSchema, {})).toThrow(/MAIL_SEAL_KEY/);
  });
});
