import request from 'supertest';
import { testServiceToken } from '../testing/test-auth.ts';
import { samplePerson, signedUp, TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';

const auth = useTestAuth();
const { clock } = auth;

async function provedAt(): Promise<number> {
  const session = await auth.sessions.findOne({}).lean();
  const { body } = await request(auth.server)
    .get(`/internal/sessions/${session?._id}`)
    .set({ 'X-Kinmel-Service-Token': testServiceToken });
  return Date.parse(body.data.provedAt);
}
const prove = (browser: TestBrowser, password: string) =>
  browser.call('post', '/api/auth/proof', { password });

it('the sign-in counts as the first proof, and the password in the session as the next one (AUTH-P7)', async () => {
  const browser = await signedUp(auth);
  const first = await provedAt();
  clock.pass(9 * 60_000);
  expect(await provedAt()).toBe(first);
  expect((await prove(browser, samplePerson.password)).status).toBe(200);
  expect((await provedAt()) - first).toBeGreaterThanOrEqual(9 * 60_000);
});

it('the own account shows the time of the last proof to staff, and not to a customer', async () => {
  const browser = await signedUp(auth);
  const user = await auth.users.findOne({}).lean();
  const ownAccount = async () => (await browser.call('get', `/api/users/${String(user?._id)}`)).body.data;
  expect(await ownAccount()).not.toHaveProperty('provedAt');
  await auth.users.updateOne({}, { $set: { role: 'admin' } });
  expect(Date.parse((await ownAccount()).provedAt)).toBe(await provedAt());
});

it('a wrong password is no proof, and ten of them lock the session only (AUTH-L5, AUTH-P7)', async () => {
  const browser = await signedUp(auth);
  const first = await provedAt();
  clock.pass(60_000);
  for (let times = 1; times <= 9; times += 1)
    expect((await prove(browser, 'Wrong123')).body.code).toBe('wrong-password');
  await prove(browser, 'Wrong123');
  expect((await prove(browser, samplePerson.password)).status).toBe(429);
  expect(await provedAt()).toBe(first);
  expect((await new TestBrowser(auth).logIn()).status).toBe(200);
});

it('all sessions can be ended only after a proof (AUTH-P7)', async () => {
  const browser = await signedUp(auth);
  const endAll = () => browser.call('delete', '/api/auth/sessions');
  const live = () => auth.sessions.countDocuments({ endedAt: null });
  await new TestBrowser(auth).logIn();
  clock.pass(10 * 60_000 + 1_000);
  const refused = await endAll();
  expect([refused.status, refused.body.code]).toEqual([403, 'proof-needed']);
  await prove(browser, 'Wrong123');
  expect((await endAll()).body.code).toBe('proof-needed');
  expect(await live()).toBe(2);
  await prove(browser, samplePerson.password);
  expect((await endAll()).status).toBe(200);
  expect(await live()).toBe(0);
});
