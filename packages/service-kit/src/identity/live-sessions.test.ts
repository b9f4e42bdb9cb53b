import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServiceClient } from '../service-calls/service-client.ts';
import { createLiveSessions, type LiveSession, liveSessionFrom } from './live-sessions.ts';

const admin = { userId: 'admin-1', sessionId: 'session-1', role: 'admin' } as const;
const liveSession: LiveSession = {
  userId: 'admin-1',
  role: 'admin',
  staffRoles: ['owner'],
  name: 'Ram Thapa',
};

function setUp({ maxCached }: { maxCached?: number } = {}) {
  let nowMs = 0;
  let answer: () => Promise<LiveSession | null> = async () => liveSession;
  const requests: string[] = [];
  const sessions = createLiveSessions({
    find: (sessionId, isBackground) => {
      requests.push(isBackground ? `${sessionId} in the background` : sessionId);
      return answer();
    },
    maxCached,
    now: () => nowMs,
  });
  return {
    sessions,
    requests,
    advance: (ms: number) => void (nowMs += ms),
    answerWith: (next: () => Promise<LiveSession | null>) => void (answer = next),
  };
}

describe('the session of an admin token', () => {
  it('is requested at most once a second for any number of calls', async () => {
    const { sessions, requests, advance } = setUp();
    const callers = await Promise.all(Array.from({ length: 20 }, () => sessions.confirm(admin)));
    expect(callers).toEqual(Array(20).fill({ ...admin, ...liveSession }));
    advance(999);
    await sessions.confirm(admin);
    expect(requests).toEqual(['session-1']);
    advance(1);
    await sessions.confirm(admin);
    expect(requests).toEqual(['session-1', 'session-1']);
  });

  it('is requested again for a foreground call after a background one, and is otherwise shared by both', async () => {
    const { sessions, requests } = setUp();
    for (const isBackground of [true, true, false, true, false])
      await sessions.confirm(admin, { isBackground });
    expect(requests).toEqual(['session-1 in the background', 'session-1']);
  });

  it.each([
    ['has ended', null],
    ['belongs to another user', { ...liveSession, userId: 'admin-2' }],
  ])('is refused a second after it %s (A-21, A-22)', async (_, session) => {
    const { sessions, advance, answerWith } = setUp();
    await sessions.confirm(admin);
    answerWith(async () => session);
    advance(1000);
    await expect(sessions.confirm(admin)).rejects.toMatchObject({ code: 'not-signed-in' });
  });

  it('has the current role and name, not those of the token (A-21)', async () => {
    const { sessions, answerWith } = setUp();
    answerWith(async () => ({ ...liveSession, role: 'user' }));
    await expect(sessions.confirm(admin)).resolves.toEqual({ ...admin, ...liveSession, role: 'user' });
  });

  it('admits no caller while auth does not answer, and retries on the next call', async () => {
    const { sessions, advance, answerWith } = setUp();
    await sessions.confirm(admin);
    advance(1000);
    answerWith(() => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:4100')));
    await expect(sessions.confirm(admin)).rejects.toMatchObject({
      code: 'service-unavailable',
      message: 'We cannot check right now whether you are still signed in. Please try again in a moment.',
      retryAfterSeconds: 2,
    });
    answerWith(async () => liveSession);
    await expect(sessions.confirm(admin)).resolves.toEqual({ ...admin, ...liveSession });
  });

  it('is cached with a bounded number of entries', async () => {
    const { sessions, requests } = setUp({ maxCached: 2 });
    for (const sessionId of ['a', 'b', 'c']) await sessions.confirm({ ...admin, sessionId });
    await sessions.confirm({ ...admin, sessionId: 'c' });
    expect(requests).toEqual(['a', 'b', 'c']);
    await sessions.confirm({ ...admin, sessionId: 'a' });
    expect(requests).toEqual(['a', 'b', 'c', 'a']);
  });

  it('is awaited for at most a second', async () => {
    const silentServer = http.createServer(() => undefined);
    await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(silentServer.address() as AddressInfo).port}`;
    const auth = createServiceClient({ service: 'auth', baseUrl, serviceToken: 'x'.repeat(16) });
    const sessions = createLiveSessions({ find: liveSessionFrom(auth) });
    const startedAt = performance.now();
    await expect(sessions.confirm(admin)).rejects.toMatchObject({ code: 'service-unavailable' });
    expect(performance.now() - startedAt).toBeLessThan(1500);
    auth.close();
    silentServer.closeAllConnections();
    silentServer.close();
  });
});
