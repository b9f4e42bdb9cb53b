import { ConfigError, processPorts, readConfig } from '@kinmel/service-kit';
import { notificationConfigSchema } from './config.ts';

const key = Buffer.alloc(32, 1).toString('base64');
const read = (env: Record<string, string>) =>
  readConfig(notificationConfigSchema, { MAIL_SEAL_KEY: key, ...env });

describe('the settings', () => {
  it('have defaults for a single machine', () => {
    expect(read({})).toMatchObject({
      NOTIFICATION_PORT: processPorts.notification,
      SMTP_URL: 'smtp://127.0.0.1:1025',
      SHOP_URL: 'http://localhost:8080',
      MAIL_RETRY_MINUTES: [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000, 43_200_000],
      SHOP_TIME_ZONE: 'Asia/Kathmandu',
    });
  });

  it('remove a trailing slash and convert minutes', () => {
    expect(read({ SHOP_URL: 'https://shop.kinmel.example/', MAIL_RETRY_MINUTES: '1,10' })).toMatchObject({
      SHOP_URL: 'https://shop.kinmel.example',
      MAIL_RETRY_MINUTES: [60_000, 600_000],
    });
  });

  it.each([
    ['MAIL_SEAL_KEY', 'short'],
    ['SMTP_URL', 'http://127.0.0.1'],
    ['SMTP_URL', 'smtp://user:a/b@mail.kinmel.example'],
    ['SHOP_URL', 'https://shop.kinmel.example/?from=mail'],
    ['MAIL_FROM', 'hello@kinmel.example'],
    ['MAIL_FROM', 'Kinmel <hello@kinmel.example>\nBcc: <all@kinmel.example>'],
    ['MAIL_RETRY_MINUTES', '1, 5'],
    ['SHOP_TIME_ZONE', 'Asia/Nowhere'],
    ['NEWSLETTER_ASKS_PER_HOUR', '0'],
  ])('refuse %s=%j by name', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError);
    expect(() => read({ [name]: value })).toThrow(name);
  });
});
