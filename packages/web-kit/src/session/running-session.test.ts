import { createAppStore, onSessionLost, startSession } from '../host/index.ts';
import { changeSessionUser, enterSession, leaveSession, refreshSession, type SessionUser } from '../index.ts';
import { openSession as open } from './open-session.ts';

jest.mock('./open-session.ts', () => {
  const actual = jest.requireActual<typeof import('./open-session.ts')>('./open-session.ts');
  return { openSession: jest.fn(actual.openSession) };
});

const user: SessionUser = { id: '1', name: 'Asha', email: 'asha@kinmel.example', role: 'user' };
const session = { token: 't', refreshToken: 'r', user };
const openSession = jest.mocked(open);
const platformFetch = globalThis.fetch;

function keep() {
  localStorage.setItem('refreshToken', session.refreshToken);
  localStorage.setItem('loggedInUser', JSON.stringify(user));
  localStorage.setItem('token', session.token);
}
let stop = () => {};
async function start() {
  const store = createAppStore();
  stop = await startSession();
  return () => store.getState().session;
}

beforeEach(() => {
  localStorage.clear();
  openSession.mockClear();
  globalThis.fetch = () => Promise.resolve(Response.json({}, { status: 401 }));
});
afterEach(() => {
  stop();
  globalThis.fetch = platformFetch;
});

describe('the session of a page', () => {
  it('loads no code for a visitor', async () => {
    const state = await start();
    expect(openSession).not.toHaveBeenCalled();
    expect(await enterSession({ success: true, ...session })).toBe(true);
    expect(openSession).toHaveBeenCalledTimes(1);
    expect(state()).toMatchObject({ ...session, isAuthenticated: true });
  });

  it.each(['token', 'refreshToken', 'user'])('does not start without %s (AUTH-34)', async (part) => {
    const state = await start();
    expect(await enterSession({ ...session, [part]: undefined })).toBe(false);
    expect(await enterSession(null)).toBe(false);
    expect(state().isAuthenticated).toBe(false);
    expect(localStorage.getItem('token')).toBeNull();
  });

  it('is restored before the first render (AUTH-09)', async () => {
    keep();
    const state = await start();
    expect(state()).toMatchObject(session);
  });

  it('starts when another tab signs in', async () => {
    const state = await start();
    window.dispatchEvent(new StorageEvent('storage', { key: 'cartItems', newValue: '[]' }));
    expect(openSession).not.toHaveBeenCalled();
    keep();
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 't' }));
    await refreshSession();
    expect(openSession).toHaveBeenCalledTimes(1);
    expect(state().user).toBeNull();
  });

  it('ends at once, without waiting', async () => {
    keep();
    const state = await start();
    void leaveSession();
    expect(state().user).toBeNull();
  });

  it('is loaded again after a failure, and stays in storage', async () => {
    const broken = () => {
      throw new Error('ChunkLoadError');
    };
    keep();
    openSession.mockImplementationOnce(broken);
    expect((await start())().isAuthenticated).toBe(true);
    stop();
    openSession.mockImplementationOnce(broken).mockImplementationOnce(broken);
    const state = await start();
    expect(state().isAuthenticated).toBe(false);
    expect(localStorage.getItem('token')).toBe('t');
    // The next use loads it again.
    await changeSessionUser(user);
    expect(state().isAuthenticated).toBe(true);
  });

  it('notifies subscribers when the server ends it', async () => {
    keep();
    await start();
    const listener = jest.fn();
    const quiet = onSessionLost(listener);
    openSession.mock.calls[0]?.[1]();
    quiet();
    openSession.mock.calls[0]?.[1]();
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
