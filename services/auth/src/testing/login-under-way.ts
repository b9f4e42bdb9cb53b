import type { TestAuth } from './test-auth.ts';
import { TestBrowser } from './test-browser.ts';

/** A login with a correct password that is paused before its session is stored, until `releaseLogin`. */
export async function pausedLogin(auth: TestAuth) {
  const { sessions } = auth.context;
  const insert = sessions.insert.bind(sessions);
  const { promise: released, resolve: releaseLogin } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  jest.spyOn(sessions, 'insert').mockImplementationOnce(async (session) => {
    begin();
    await released;
    await insert(session);
  });
  const browser = new TestBrowser(auth);
  const login = browser.logIn();
  await hasBegun;
  return { browser, login, releaseLogin };
}
