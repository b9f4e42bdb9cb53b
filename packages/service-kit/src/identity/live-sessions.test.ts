import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServiceClient } from '../service-calls/service-client.ts';
import { createLiveSessions, type LiveSession, liveSessionFrom } from './live-sessions.ts';

const admin = { userId: 'admin-1', sessionId: 'session-1', role: 'admin' } as const;
const live: LiveSession = { userId: 'admin-1', role: 'admin', staffRoles: ['owner'], name: 'Ram Thapa' };

function setUp({ maxKept }: { maxKept?: number } = {}) {
  let nowMs = 0;
  let answer: () => Promise<LiveSession | null> = async () => live;
  const asked: string[] = [];
  const sessions = createLiveSessions({
    find: (sessionId, isBackground) => {
      asked.push(isBackground ? `${sessionId} in the background` : sessionId);
      return answer();
    },
    maxKept,
    now: () => nowMs,
  });
  return {
    sessions,
    asked,
    pass: (ms: number) => void (nowMs += ms),
    says: (next: () => Promise<LiveSession | null>) => void (answer = next),
  };
}

describe('the session of an admin token', () => {
  it('is requested at most once a second for any number of calls', async () => {
    const { sessions, asked, pass } = setUp();
    const all = await Promise.all(Array.from({ length: 20 }, () => sessions.confirm(admin)));
    expect(all).toEqual(Array(20).fill({ ...admin, ...live }));
    pass(999);
    await sessions.confirm(admin);
    expect(asked).toEqual(['session-1']);
    pass(1);
    await sessions.confirm(admin);
    expect(asked).toEqual(['session-1', 'session-1']);
  });

  it('is requested again for activity after a request in the background, and once for both otherwise', async () => {
    const { sessions, asked } = setUp();
    for (const isBackground of [true, true, false, true, false])
      await sessions.confirm(admin, { isBackground });
    expect(asked).toEqual(['session-1 in the background', 'session-1']);
  });

  it.each([
    ['has ended', null],
    ['is somebody else’s', { ...live, userId: 'admin-2' }],
  ])('is refused a second after it %s (A-21, A-22)', async (_, session) => {
    const { sessions, pass, says } = setUp();
    await sessions.confirm(admin);
    says(async () => session);
    pass(1000);
    await expect(sessions.confirm(admin)).rejects.toMatchObject({ code: 'not-signed-in' });
  });

  it('has the current role and name, not those of the token (A-21)', async () => {
    const { sessions, says } = setUp();
    says(async () => ({ ...live, role: 'user' }));
    await expect(sessions.confirm(admin)).resolves.toEqual({ ...admin, ...live, role: 'user' });
  });

  it('admits no caller while auth does not answer, and retries on the next call', async () => {
    const { sessions, pass, says } = setUp();
    await sessions.confirm(admin);
    pass(1000);
    says(() => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:4100')));
    await expect(sessions.confirm(admin)).rejects.toMatchObject({
      code: 'service-unavailable',
      message: 'We cannot check right now whether you are still signed in. Please try again in a moment.',
      retryAfterSeconds: 2,
    });
    says(async () => live);
    await expect(sessions.confirm(admin)).resolves.toEqual({ ...admin, ...live });
  });

  it('is cached with a bounded number of entries', async () => {
    const { sessions, asked } = setUp({ maxKept: 2 });
    for (const sessionId of ['a', 'b', 'c']) await sessions.confirm({ ...admin, sessionId });
    await sessions.confirm({ ...admin, sessionId: 'c' });
    expect(asked).toEqual(['a', 'b', 'c']);
    await sessions.confirm({ ...admin, sessionId: 'a' });
    expect(asked).toEqual(['a', 'b', 'c', 'a']);
  });

  it('is awaited for at most a second', async () => {
    const silent = http.createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const auth = createServiceClient({ service: 'auth', baseUrl, serviceToken: 'x'.repeat(16) });
    const sessions = createLiveSessions({ find: liveSessionFrom(auth) });
    const startedAt = performance.now();
    await expect(sessions.confirm(admin)).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(performance.now() - startedAt).toBeLessThan(1500);
    auth.close();
    silent.closeAllConnections();
    silent.close();
  });
});
