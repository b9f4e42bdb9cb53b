import type { TestAuth } from './test-auth.ts';
import { TestBrowser } from './test-browser.ts';

/** A login with a right password that is paused before its session is stored, until `goOn`. */
export async function loginUnderWay(auth: TestAuth) {
  const { sessions } = auth.context;
  const insert = sessions.insert.bind(sessions);
  const { promise: isAllowed, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
  jest.spyOn(sessions, 'insert').mockImplementationOnce(async (session) => {
    begin();
    await isAllowed;
    await insert(session);
  });
  const browser = new TestBrowser(auth);
  const login = browser.logIn();
  await hasBegun;
  return { browser, login, goOn };
}
