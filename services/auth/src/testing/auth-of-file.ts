import { type TestDatabase, testDatabase } from '@kinmel/testing';
import { startTestAuth, type TestAuth } from './test-auth.ts';
import { type TestClock, testClock } from './test-clock.ts';

/**
 * One auth for all tests of a file, each of which finds an empty database, no published event, and the time of now. Called
 * once, outside of all tests; `assign` is given the service before the first. Gives the clock of the service.
 */
export function authOfFile(assign: (auth: TestAuth) => void): TestClock {
  const clock = testClock();
  let database: TestDatabase;
  let auth: TestAuth;
  beforeAll(async () => {
    database = await testDatabase('auth');
    auth = await startTestAuth({ connection: database.connection, now: clock.now });
    assign(auth);
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
