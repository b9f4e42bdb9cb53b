import { createLogger } from '@kinmel/service-kit';
import { samplePerson, TestBrowser } from './testing/test-browser.ts';
import { useTestAuth } from './testing/use-test-auth.ts';

const lines: string[] = [];
const destination = { write: (line: string) => void lines.push(line) };
const auth = useTestAuth({ logger: createLogger({ service: 'auth', level: 'info', destination }) });
const { clock } = auth;

/** The security events since the last call. */
function events() {
  const all = lines.splice(0).map((line) => JSON.parse(line));
  return all.filter(({ securityEvent }) => securityEvent !== undefined);
}
const logLineOf = (name: string, accountId?: string) =>
  expect.objectContaining({
    securityEvent: name,
    level: 'warn',
    network: expect.stringMatching(/^[\w-]{16}$/),
    requestId: expect.any(String),
    ...(accountId && { accountId }),
  });

it('each security event of auth is a log line with the account and the keyed network (AUTH-E1)', async () => {
  const browser = new TestBrowser(auth);
  browser.headers = { ...browser.headers, 'X-Forwarded-For': '203.0.113.77' };
  await browser.signUp();
  const user = await auth.users.findOne({}).lean();
  const accountId = String(user?._id);
  const text = JSON.stringify(lines);
  events();

  await new TestBrowser(auth).logIn('nobody@example.com', 'Wrong123');
  const [unknown] = events();
  expect(unknown).toEqual(logLineOf('wrong-password'));
  expect(unknown).not.toHaveProperty('accountId');

  await new TestBrowser(auth).logIn(samplePerson.email, 'Wrong123');
  expect(events()).toEqual([logLineOf('wrong-password', accountId)]);
  await browser.call('post', '/api/auth/proof', { password: 'Wrong123' });
  expect(events()).toEqual([logLineOf('wrong-password', accountId)]);

  await new TestBrowser(auth).refresh(browser.storage.refreshToken);
  expect(events()).toEqual([logLineOf('refresh-without-cookie', accountId)]);

  const staleTab = browser.tab();
  await browser.refresh();
  await browser.refresh();
  clock.pass(60_000);
  await staleTab.refresh();
  expect(events()).toEqual([logLineOf('refresh-token-reused', accountId)]);

  await browser.logIn();
  const { password: currentPassword } = samplePerson;
  await browser.call('post', '/api/auth/change-password', { currentPassword, password: 'lamp-42-Trail' });
  expect(events()).toEqual([logLineOf('password-changed', accountId)]);
  await browser.call('delete', '/api/auth/sessions');
  expect(events()).toEqual([logLineOf('all-sessions-ended', accountId)]);

  for (let times = 0; times < 10; times += 1)
    await new TestBrowser(auth).logIn(samplePerson.email, 'Wrong123');
  const lockEvents = events();
  expect(lockEvents.at(-1)).toEqual(logLineOf('account-locked', accountId));
  expect(text + JSON.stringify(lockEvents)).not.toMatch(/203\.0\.113|127\.0\.0\.1|ram@example|Wrong123/);
});
