import { type TestDatabase, testDatabase } from '@kinmel/testing';
import { startTestAuth, type TestAuth } from './test-auth.ts';
import { type TestClock, testClock } from './test-clock.ts';

/**
 * Starts one service for all tests of a file, each with an empty database, no published events and the current time.
 * Call it outside of tests; `assign` is called before the first. Returns the service's clock.
 */
export function authOfFile(
  assign: (auth: TestAuth, database: TestDatabase) => void,
  options: Pick<Parameters<typeof startTestAuth>[0], 'limits' | 'logger'> = {},
): TestClock {
  const clock = testClock();
  let database: TestDatabase;
  let auth: TestAuth;
  beforeAll(async () => {
    database = await testDatabase('auth');
    auth = await startTestAuth({ connection: database.connection, now: clock.now, ...options });
    assign(auth, database);
  });
  beforeEach(async () => {
    clock.reset();
    await auth.context.settle();
    await database.empty();
    auth.bus.published.length = 0;
  });
  afterAll(async () => {
    await auth.stop();
    await database.drop();
  });
  return clock;
}
