import { createLogger } from '@kinmel/service-kit';
import { samplePerson, TestBrowser } from './testing/test-browser.ts';
import { useTestAuth } from './testing/use-test-auth.ts';

const lines: string[] = [];
const destination = { write: (line: string) => void lines.push(line) };
const auth = useTestAuth({ logger: createLogger({ service: 'auth', level: 'trace', destination }) });
const { clock } = auth;

it('no password, token or cookie is in any log line, refusal or event (I-13)', async () => {
  const secrets = new Set<string>([samplePerson.password, 'Wrong123', 'Marigold5', '9801234567']);
  const refusals: string[] = [];
  const remember = (browser: TestBrowser) => {
    secrets.add(browser.storage.token);
    secrets.add(browser.storage.refreshToken.split('.')[2] ?? 'none');
    for (const value of browser.cookies.values()) secrets.add(value);
  };
  const send = async (answer: ReturnType<TestBrowser['send']>) => {
    const { status, text } = await answer;
    if (status >= 400) refusals.push(text);
    return status;
  };

  const browser = new TestBrowser(auth);
  await browser.signUp();
  remember(browser);
  await send(new TestBrowser(auth).signUp());
  await send(new TestBrowser(auth).logIn(samplePerson.email, 'Wrong123'));
  await send(browser.logIn());
  remember(browser);
  const staleTab = browser.tab();
  await send(browser.refresh());
  remember(browser);
  await send(new TestBrowser(auth).refresh(browser.storage.refreshToken));
  await send(
    browser.call('post', '/api/auth/change-password', { currentPassword: 'Wrong123', password: 'Marigold5' }),
  );
  await send(
    browser.call('post', '/api/auth/change-password', {
      currentPassword: samplePerson.password,
      password: 'Marigold5',
    }),
  );
  await send(browser.send('post', '/api/auth/forgot-password', { email: samplePerson.email }));
  await auth.context.settle();
  // Unexpected errors are logged too.
  const findSpy = jest.spyOn(auth.context.users, 'find').mockRejectedValue(new Error('broken'));
  expect(await send(browser.refresh())).toBe(500);
  findSpy.mockRestore();
  clock.pass(60_000);
  await send(staleTab.refresh());
  await send(browser.logOut());

  expect(lines.length).toBeGreaterThan(10);
  const stored = JSON.stringify([
    await auth.users.collection.find({}).toArray(),
    await auth.sessions.collection.find({}).toArray(),
  ]);
  const events = JSON.stringify(auth.bus.published);
  secrets.delete('');
  expect(secrets.size).toBeGreaterThan(8);
  for (const secret of secrets) {
    expect(lines.join('')).not.toContain(secret);
    expect(refusals.join('')).not.toContain(secret);
    if (secret !== '9801234567') {
      expect(stored).not.toContain(secret);
      expect(events).not.toContain(secret);
    }
  }
  expect(lines.join('')).not.toContain('ram@example.com');
  expect(refusals.join('')).not.toMatch(/ at .*\.ts/);
});
