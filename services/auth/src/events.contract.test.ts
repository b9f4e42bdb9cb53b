import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { passwordResetRequested } from '@kinmel/contracts';
import { parseEvent, unseal, type WireEvent } from '@kinmel/service-kit';
import { eventually } from '@kinmel/testing';
import { type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import { MessageProviderPact, providerWithMetadata } from '@pact-foundation/pact';
import { startTestAuth, type TestAuth, testSealKey } from './testing/test-auth.ts';
import { samplePerson, TestBrowser } from './testing/test-browser.ts';
import { testClock } from './testing/test-clock.ts';

/** Services that wrote down what they need of auth's events. */
const consumers = ['notification', 'order'];

let database: TestDatabase;
let auth: TestAuth;
const clock = testClock();

beforeAll(async () => {
  database = await testDatabase('auth-events');
  auth = await startTestAuth({ connection: database.connection, now: clock.now });
});

afterAll(async () => {
  await auth.stop();
  await database.drop();
});

const { email, password } = samplePerson;
const next = (type: string) =>
  eventually(() => auth.bus.published.find((event): event is WireEvent => event.type === type) ?? false);

/** The event as the running service publishes it after real calls of a new person. */
function published(type: string, cause: (browser: TestBrowser) => Promise<unknown>) {
  return providerWithMetadata(
    async () => {
      await database.empty();
      auth.bus.published.length = 0;
      const browser = new TestBrowser(auth);
      await browser.signUp();
      await cause(browser);
      return next(type);
    },
    { routingKey: type, contentType: 'application/json' },
  );
}

async function resetPassword(browser: TestBrowser): Promise<void> {
  await browser.send('post', '/api/auth/forgot-password', { email });
  const { sealedToken } = parseEvent(passwordResetRequested, await next('password-reset.requested')).data;
  const token = unseal(sealedToken, testSealKey);
  await browser.send('post', '/api/auth/reset-password', { token, password: 'Marigold5' });
}

async function useTwice(browser: TestBrowser): Promise<void> {
  const used = browser.tab();
  await browser.refresh();
  clock.pass(60_000);
  await used.refresh();
}

async function guess(browser: TestBrowser): Promise<void> {
  for (let times = 0; times < 10; times += 1) await browser.tab().logIn(email, 'Wrong123');
}

it.each(consumers)(
  'auth publishes what %s needs',
  async (consumer) => {
    const pact = fileURLToPath(new URL(`../../../pacts/${consumer}-auth.json`, import.meta.url));
    expect({ pact, exists: existsSync(pact) }).toEqual({ pact, exists: true });
    await new MessageProviderPact({
      provider: 'auth',
      pactUrls: [pact],
      logLevel: 'error',
      messageProviders: {
        'user.registered': published('user.registered', async () => undefined),
        'user.updated': published('user.updated', async (browser) => {
          const user = await auth.users.findOne({}).lean();
          await browser.call('put', `/api/users/${user?._id.toHexString()}`, { fullName: 'Asha Rai' });
        }),
        'user.deleted': published('user.deleted', async (browser) => {
          const user = await auth.users.findOne({}).lean();
          await browser.call('post', `/api/users/${user?._id.toHexString()}/delete`, { password });
        }),
        'session.revoked': published('session.revoked', (browser) => browser.logOut()),
        'session.reuse-detected': published('session.reuse-detected', useTwice),
        'password-reset.requested': published('password-reset.requested', (browser) =>
          browser.send('post', '/api/auth/forgot-password', { email }),
        ),
        'password.changed': published('password.changed', resetPassword),
        'account.locked': published('account.locked', guess),
      },
    }).verify();
  },
  60_000,
);
