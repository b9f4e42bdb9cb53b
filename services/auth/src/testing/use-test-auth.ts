import { type TestDatabase, testDatabase } from '@kinmel/testing';
import { startTestAuth, type TestAuth } from './test-auth.ts';
import { type TestClock, testClock } from './test-clock.ts';

/**
 * One service for all tests of a file. Each test begins with an empty database, no published events and the current
 * time. Call it outside of tests.
 */
export function useTestAuth(
  options: Pick<Parameters<typeof startTestAuth>[0], 'limits' | 'logger' | 'passkeySettings'> = {},
) {
  const clock = testClock();
  const auth = { clock } as TestAuth & { readonly clock: TestClock; readonly database: TestDatabase };
  beforeAll(async () => {
    const database = await testDatabase('auth');
    const started = await startTestAuth({ connection: database.connection, now: clock.now, ...options });
    Object.assign(auth, started, { database });
  });
  beforeEach(async () => {
    clock.reset();
    await auth.context.settle();
    await auth.database.empty();
    auth.bus.published.length = 0;
  });
  afterAll(async () => {
    await auth.stop();
    await auth.database.drop();
  });
  return auth;
}
