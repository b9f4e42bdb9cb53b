import request from 'supertest';
import { testServiceToken } from '../testing/test-auth.ts';
import { samplePerson, TestBrowser } from '../testing/test-browser.ts';
import { useTestAuth } from '../testing/use-test-auth.ts';

const auth = useTestAuth();

const confirm = (sessionId: string, password: string, token = testServiceToken) =>
  request(auth.server)
    .post(`/internal/sessions/${sessionId}/confirmation`)
    .set(token === '' ? {} : { 'X-Kinmel-Service-Token': token })
    .send({ password });

async function signedIn(role: 'admin' | 'user') {
  const browser = new TestBrowser(auth);
  await browser.signUp();
  await auth.users.updateMany({}, { role });
  await auth.sessions.deleteMany({});
  await browser.logIn();
  const session = await auth.sessions.findOne({}).lean();
  if (!session) throw new Error('No session is stored.');
  return session._id;
}

describe('the only person of staff (AUTH-P5)', () => {
  it('confirms with the password', async () => {
    const sessionId = await signedIn('admin');
    const { status, body } = await confirm(sessionId, samplePerson.password);
    expect([status, body]).toEqual([200, { success: true, data: { hasOtherStaff: false } }]);
  });

  it('is refused with a wrong one, and locked after ten (AUTH-L3, AUTH-L5)', async () => {
    const sessionId = await signedIn('admin');
    for (let times = 1; times <= 9; times += 1)
      expect((await confirm(sessionId, 'Wrong123')).body.code).toBe('wrong-password');
    await confirm(sessionId, 'Wrong123');
    expect((await confirm(sessionId, samplePerson.password)).status).toBe(429);
  });
});

it('reports another staff account, without checking the password (AUTH-P5)', async () => {
  const sessionId = await signedIn('admin');
  const [ownAccount] = await auth.users.find().lean();
  const { _id, ...other } = ownAccount ?? { _id: null };
  await auth.users.collection.insertOne({ ...other, email: 'b@b.np', emailKey: 'b@b.np' } as never);
  expect((await confirm(sessionId, 'Wrong123')).body.data).toEqual({ hasOtherStaff: true });
});

it('rejects a session that is not of staff or has ended, and a call without a service token', async () => {
  const sessionId = await signedIn('user');
  for (const id of [sessionId, 'x'.repeat(22)])
    expect((await confirm(id, samplePerson.password)).body.code).toBe('not-signed-in');
  expect((await confirm(sessionId, samplePerson.password, '')).status).toBe(401);
});
