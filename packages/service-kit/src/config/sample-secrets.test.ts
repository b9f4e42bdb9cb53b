import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './read-config.ts';
import { refuseSampleSecrets } from './sample-secrets.ts';

const compose = readFileSync(join(__dirname, '../../../../docker-compose.yml'), 'utf8');
const defaultOf = (name: string) => new RegExp(`${name}: \\$\\{${name}:-(.+)\\}`).exec(compose)?.[1];

const names = ['SERVICE_TOKEN', 'MAIL_SEAL_KEY', 'ADMIN_PASSWORD'];
const production = { NODE_ENV: 'production' };
const samples = Object.fromEntries(names.map((name) => [name, defaultOf(name)]));

it.each(['https://shop.example', 'http://192.168.1.4:8080', 'https://localhost.example'])(
  'a shop that is reached at %s does not start with the secrets that stand in docker-compose.yml',
  (SHOP_URL) => {
    for (const name of names) {
      const start = () => refuseSampleSecrets({ ...production, SHOP_URL, [name]: samples[name] });
      expect(start).toThrow(ConfigError);
      expect(start).toThrow(`${name}: expected one of your own, this one is public`);
    }
    expect(() =>
      refuseSampleSecrets({ ...production, SHOP_URL, SERVICE_TOKEN: 'one of their own, long enough' }),
    ).not.toThrow();
  },
);

it.each(['http://localhost:8080', 'http://127.0.0.1:9080', 'http://[::1]:8080', undefined])(
  'a try on the own machine (%s) does',
  (SHOP_URL) => {
    expect(() => refuseSampleSecrets({ ...production, SHOP_URL, ...samples })).not.toThrow();
  },
);

it('a demonstration in the own network does, when it is not called production', () => {
  const SHOP_URL = 'http://192.168.1.4:8080';
  expect(() => refuseSampleSecrets({ NODE_ENV: 'development', SHOP_URL, ...samples })).not.toThrow();
});

it('every container of docker-compose.yml that has these secrets is told that it is production', () => {
  const shared = /x-service-environment: &service-environment\n((?: {2}.*\n)+)/.exec(compose)?.[1];
  expect(shared).toContain('NODE_ENV: production');
  expect(shared).toContain('SHOP_URL: ');
});
