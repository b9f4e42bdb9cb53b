import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type TestDatabase, testDatabase } from '@kinmel/testing/servers';
import { Verifier } from '@pact-foundation/pact';
import { z } from 'zod';
import { newUser } from './accounts/new-user.ts';
import { issueAccessToken } from './sessions/access-token.ts';
import { hashOf } from './sessions/refresh-token.ts';
import { startTestAuth, type TestAuth } from './testing/test-auth.ts';

/** Pages that wrote down what they need of auth's answers. */
const consumers = ['mfe-account'];

let database: TestDatabase;
let auth: TestAuth;

beforeAll(async () => {
  database = await testDatabase('auth-answers');
  auth = await startTestAuth({ connection: database.connection });
});

afterAll(async () => {
  await auth.stop();
  await database.drop();
});

const ashaId = '6600000000000000000000c1';
const resetToken = 'R'.repeat(43);
const sessionId = 's'.repeat(22);

/** Asha, whose password is Orchid77, and nobody else. */
async function asha() {
  await database.empty();
  const { users, hasher, now } = auth.context;
  const person = {
    id: ashaId,
    email: 'asha.rai@kinmel.example',
    fullName: 'Asha Rai',
    number: '+977 980 555 0147',
    role: 'user' as const,
  };
  const user = newUser(person, now());
  await users.insert(user, await hasher.hash('Orchid77'), []);
  return user;
}

async function signIn(sessionIds: readonly string[]): Promise<void> {
  const { id, credentialVersion } = await asha();
  const now = new Date();
  for (const sessionId of sessionIds) {
    await auth.context.sessions.insert({
      id: sessionId,
      userId: id,
      credentialVersion,
      generation: 1,
      secretHash: hashOf('t'.repeat(43)),
      cookieHash: null,
      rotatedAt: [],
      device: 'Firefox on Linux',
      address: '203.0.113.24',
      signedInAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + 60_000),
      endedAt: null,
    });
  }
}

const states = {
  'Asha has no account': () => database.empty(),
  'Asha has an account': async () => void (await asha()),
  'Asha was mailed a reset link': async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    await auth.context.users.addResetLink(
      await asha(),
      { tokenHash: hashOf(resetToken), expiresAt, usedAt: null },
      [],
    );
  },
  'Asha is signed in': () => signIn([sessionId]),
  'Asha is signed in on two devices': () => signIn([sessionId, 'o'.repeat(22)]),
};

const pactSchema = z.object({
  interactions: z.array(
    z.object({ providerStates: z.array(z.object({ name: z.enum(Object.keys(states)) })).optional() }),
  ),
});

it.each(consumers)(
  'auth answers what %s needs',
  async (consumer) => {
    const pact = fileURLToPath(new URL(`../../../pacts/${consumer}-auth.json`, import.meta.url));
    expect({ pact, exists: existsSync(pact) }).toEqual({ pact, exists: true });
    // A state that this test does not know fails.
    pactSchema.parse(JSON.parse(readFileSync(pact, 'utf8')));
    const address = auth.server.address();
    if (typeof address !== 'object' || !address) throw new Error('The server does not listen.');
    const token = await issueAccessToken(
      { userId: ashaId, sessionId, role: 'user' },
      { keys: auth.keys, now: new Date(), seconds: 60 },
    );
    await new Verifier({
      // A page cannot know the token of this run.
      requestFilter: (request, _answer, next) => {
        if (request.headers.authorization) request.headers.authorization = `Bearer ${token}`;
        next();
      },
      provider: 'auth',
      providerBaseUrl: `http://127.0.0.1:${address.port}`,
      pactUrls: [pact],
      stateHandlers: states,
      logLevel: 'error',
    }).verifyProvider();
  },
  60_000,
);
