import { ConfigError } from './read-config.ts';
import { refuseSampleSecrets, sampleSettings } from './sample-secrets.ts';

const samples = {
  SERVICE_TOKEN: 'only-for-trying-on-one-machine',
  MAIL_SEAL_KEY: 'b25seS1mb3ItdHJ5aW5nLW9uLW9uZS1tYWNoaW5lLSE=',
  ADMIN_PASSWORD: 'Admin123',
  SEED_CUSTOMER_PASSWORD: 'Customer123',
  SEED_STAFF_PASSWORD: 'Staff123',
};

it.each(['https://shop.example', 'http://192.168.1.4:8080', 'http://localhost:8080', undefined])(
  'refuses to start in production (%s) with published secrets',
  (SHOP_URL) => {
    const production = { NODE_ENV: 'production', SHOP_URL };
    for (const [name, secret] of Object.entries({
      ...samples,
      'ADMIN_PASSWORD ': 'Not-used-after-the-seed-1',
      AMQP_URL: 'amqp://kinmel:kinmel@rabbitmq:5672',
    })) {
      const start = () => refuseSampleSecrets({ ...production, [name.trim()]: secret });
      expect(start).toThrow(ConfigError);
      expect(start).toThrow(`${name.trim()}: expected a secret of your own, this one is public`);
      expect(start).not.toThrow(secret);
    }
    expect(() =>
      refuseSampleSecrets({
        ...production,
        SERVICE_TOKEN: 'one of their own, long enough',
        AMQP_URL: 'amqp://services:0a1b2c@rabbitmq:5672',
      }),
    ).not.toThrow();
  },
);

it('names settings of production that are those of the sample shop', () => {
  const settings = {
    SHOP_URL: 'https://shop.example',
    SHOP_EMAIL: 'hello@kinmel.example',
    MAIL_FROM: 'Kinmel <hello@kinmel.example>',
    SMTP_URL: 'smtp://mail:1025',
    ORDER_PORT: 4102,
  };
  expect(sampleSettings({ ...settings, NODE_ENV: 'production' })).toEqual([
    'SHOP_EMAIL',
    'MAIL_FROM',
    'SMTP_URL',
  ]);
  expect(sampleSettings({ ...settings, NODE_ENV: 'development' })).toEqual([]);
});

it('allows published secrets in a demonstration that is not in production', () => {
  const SHOP_URL = 'http://192.168.1.4:8080';
  expect(() => refuseSampleSecrets({ NODE_ENV: 'development', SHOP_URL, ...samples })).not.toThrow();
});
