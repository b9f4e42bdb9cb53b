import { type ProcessName, processPorts } from '@kinmel/service-kit/ports';
import { seededPeople, seedMode } from '../sample-data/people.ts';
import { stackFolders } from '../stack-folders.ts';
import {
  gatewayEnvironment,
  renderEnvironment,
  renderPermissions,
  type StackParts,
  seedEnvironment,
  serviceEnvironment,
} from './service-environment.ts';
import { stackPorts } from './services.ts';

const secrets = {
  SERVICE_TOKEN: 'token-of-this-stack',
  MAIL_SEAL_KEY: 'key-of-this-stack',
  TRACKING_KEY: 'links',
  DEVICE_KEY: 'devices',
  DATA_KEY: 'people',
  STRIPE_WEBHOOK_SECRET: 'webhook-secret-of-this-stack',
  ADMIN_PASSWORD: 'password-of-this-stack',
};

function parts(env: NodeJS.ProcessEnv = {}, offset = 100): StackParts {
  return {
    env,
    mode: 'production',
    ports: stackPorts(offset, {}),
    isBalanced: false,
    folders: stackFolders('/s'),
    mongodbUri: 'mongodb://here',
    amqpUrl: 'amqp://here',
    mail: { smtpUrl: 'smtp://127.0.0.1:1125', pageUrl: 'http://localhost:1180' },
    payments: {
      STRIPE_API_BASE: 'http://127.0.0.1:4210',
      PAYMENT_FORM_ORIGINS: 'http://127.0.0.1:4210',
    },
  };
}

/** Includes the offset of the ports in these tests. */
const addressOf = (name: ProcessName) => `http://127.0.0.1:${processPorts[name] + 100}`;

describe('the environment of the services', () => {
  it('has the faults that are switched on, except for seeds and gateway', () => {
    const withFault = { ...parts(), mode: 'test', planted: 'order.unsaved' };
    expect(serviceEnvironment(withFault, secrets)).toMatchObject({
      NODE_ENV: 'test',
      PLANTED: 'order.unsaved',
    });
    expect(gatewayEnvironment(withFault)).not.toHaveProperty('PLANTED');
    expect(serviceEnvironment(parts(), secrets)).not.toHaveProperty('PLANTED');
  });

  it('has the addresses of all services, the mail catcher and the shop in this stack', () => {
    expect(serviceEnvironment(parts(), secrets)).toMatchObject({
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      AUTH_URL: addressOf('auth'),
      JWKS_URL: `${addressOf('auth')}/api/auth/jwks.json`,
      CATALOG_URL: addressOf('catalog'),
      ORDER_URL: addressOf('order'),
      SHOP_URL: 'http://localhost:8180',
      SMTP_URL: 'smtp://127.0.0.1:1125',
      MAIL_URL: 'http://localhost:1180',
      STRIPE_API_BASE: 'http://127.0.0.1:4210',
      AVATARS_FOLDER: '/s/avatars',
      REQUEST_PHOTOS_FOLDER: '/s/request-photos',
      DEVICE_PHOTOS_FOLDER: '/s/device-photos',
      PAYOUT_PROOFS_FOLDER: '/s/payout-proofs',
      AUTH_KEYS_FOLDER: '/s/auth-keys',
      ...secrets,
    });
  });

  it.each([
    ['sample links', {}, expect.stringContaining('Facebook=https://')],
    ['its own links', { SHOP_SOCIAL_LINKS: 'Viber=https://viber.example' }, 'Viber=https://viber.example'],
    ['none of the sample', { SHOP_URL: 'https://shop.example' }, undefined],
  ])('shows %s of social networks with %j (INFO-06)', (_, env, links) => {
    expect(serviceEnvironment(parts(env), secrets)['SHOP_SOCIAL_LINKS']).toEqual(links);
  });

  it('keeps a secret and a public address that are set', () => {
    const variables = {
      SERVICE_TOKEN: 'theirs',
      GATEWAY_PUBLIC_URL: 'https://shop.example',
      LOG_LEVEL: 'warn',
    };
    expect(serviceEnvironment(parts(variables), secrets)).toMatchObject({
      ...variables,
      SHOP_URL: 'https://shop.example',
    });
  });

  it('gives the render process the folders of versions, and no secrets or addresses', () => {
    const variables = { SERVICE_TOKEN: 'theirs', MONGODB_URI: 'mongodb://u:p@db', RENDER_LIMIT_MS: '900' };
    expect(renderEnvironment(parts(variables))).toEqual({
      LOG_LEVEL: 'info',
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      REMOTES_FOLDER: '/s/remotes',
      SHELLS_FOLDER: '/s/shell',
      RENDER_LIMIT_MS: '900',
    });
    expect(gatewayEnvironment(parts())).toMatchObject({
      RENDER_URL: addressOf('render'),
      PAYMENT_FORM_ORIGINS: 'http://127.0.0.1:4210',
    });
  });

  it('lets the render process only read its own folders, without writing or starting processes', () => {
    const flags = renderPermissions('/s/build/render', '/s/remotes');
    const reads = ['--allow-fs-read=/s/build/render/', '--allow-fs-read=/s/remotes/'];
    expect(flags).toEqual(expect.arrayContaining(['--permission', ...reads]));
    expect(flags.filter((flag) => flag.startsWith('--allow'))).toEqual(['--allow-worker', ...reads]);
  });

  it('has no secrets of the services for the gateway', () => {
    const environment = gatewayEnvironment(parts());
    for (const name of [...Object.keys(secrets), 'AUTH_KEYS_FOLDER', 'STRIPE_API_BASE'])
      expect([name, environment[name]]).toEqual([name, undefined]);
  });
});

describe('the environment of the seeds', () => {
  it('has the same user ids for all services', () => {
    expect(seedEnvironment(seededPeople({}), 'development')).toMatchObject({
      ADMIN_EMAIL: 'admin@kinmel.example',
      ADMIN_PASSWORD: 'Admin123',
      SEED_ADMIN_ID: '6600000000000000000000a1',
      SEED_CUSTOMER_ID: '6600000000000000000000c1',
    });
  });

  it.each([
    ['production', { SHOP_URL: 'https://shop.example' }],
    ['production', { SHOP_URL: 'https://localhost.example' }],
    ['production', { GATEWAY_PUBLIC_URL: 'http://192.168.1.4:8080' }],
    ['production', { NODE_ENV: 'production' }],
    ['development', { SHOP_URL: 'http://localhost:8080' }],
    ['development', { SHOP_URL: 'http://127.0.0.1:9080' }],
    ['development', { SHOP_URL: 'http://[::1]:8080' }],
    ['development', { SHOP_URL: '' }],
  ])('has a sample customer only where others cannot sign in: %s for %j', (mode, env) => {
    expect(seedMode(env)).toBe(mode);
    const environment = seedEnvironment(seededPeople(env), seedMode(env));
    expect(environment['SEED_CUSTOMER_PASSWORD']).toBe(mode === 'production' ? undefined : 'Customer123');
  });

  it('takes another admin from ADMIN_EMAIL and ADMIN_PASSWORD', () => {
    const { admin } = seededPeople({ ADMIN_EMAIL: 'boss@kinmel.example', ADMIN_PASSWORD: 'Other1pass' });
    expect(admin).toMatchObject({ email: 'boss@kinmel.example', password: 'Other1pass' });
  });
});
