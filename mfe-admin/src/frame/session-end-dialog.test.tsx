import { axeViolations, json, problem, type Reply } from '@kinmel/testing/page';
import { selectSession } from '@kinmel/web-kit';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderAdminPage, silenceFailures } from '../testing/open-page.tsx';
import { AdminFrame } from './admin-frame.tsx';

const end = 'GET /api/auth/session-end';
const minutes = (count: number) => count * 60_000;
const endsIn = (idleMinutes: number, ageMinutes = 600) =>
  json({ success: true, endsInSeconds: ageMinutes * 60, idleEndsInSeconds: idleMinutes * 60 });
const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** Records the background header of each request for the end of the session. */
function recordMarks(reply: Reply) {
  const marks: (string | null)[] = [];
  return {
    marks,
    reply: (request: Request) => {
      marks.push(request.headers.get('x-background'));
      return reply(request);
    },
  };
}

silenceFailures();
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

async function openFrame(reply: Reply) {
  const page = await renderAdminPage(
    <AdminFrame>
      <textarea aria-label="Note" />
    </AdminFrame>,
    { answers: { [end]: reply } },
  );
  return { ...page, user: userEvent.setup({ advanceTimers: jest.advanceTimersByTime }) };
}
const dialog = () => screen.queryByRole('dialog', { name: /You will be signed out/ });

describe('an idle page of the back office (AUTH-S9)', () => {
  it('warns two minutes before the idle end; its own requests do not count as activity', async () => {
    const { marks, reply } = recordMarks(endsIn(28));
    const { network } = await openFrame(reply);
    await advance(minutes(1) + 100);
    expect(network.count(end)).toBe(1);
    expect(dialog()).toBeNull();
    network.answer({ [end]: endsIn(2) });
    await advance(minutes(26));
    expect(dialog()).toHaveAccessibleName('You will be signed out in 2 minutes');
    expect(screen.getByRole('alert')).toHaveTextContent('Nothing was done here for a while.');
    expect(screen.getByRole('button', { name: 'Stay signed in' })).toHaveFocus();
    expect(marks).toEqual(['1']);
    jest.useRealTimers();
    expect(await axeViolations()).toEqual([]);
  });

  it('extends the session when the user stays', async () => {
    const { network, user } = await openFrame(endsIn(2));
    await advance(minutes(1) + 100);
    const { marks, reply } = recordMarks(endsIn(30));
    network.answer({ [end]: reply });
    await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await advance(100);
    expect(marks).toEqual([null]);
    expect(dialog()).toBeNull();
  });

  it('closes the warning when another tab was used, and asks for a sign-in after the end', async () => {
    const { network, store } = await openFrame(endsIn(2));
    await advance(minutes(1) + 100);
    expect(dialog()).toBeVisible();
    network.answer({ [end]: endsIn(30) });
    await advance(minutes(2) + 1_000);
    expect(dialog()).toBeNull();
    const text = 'You were signed out after 30 minutes without activity. Please sign in again.';
    network.answer({
      [end]: problem(401, 'not-signed-in', 'Please sign in to continue.'),
      'POST /api/auth/refresh': problem(401, 'session-expired', text),
    });
    await advance(minutes(28));
    expect(selectSession(store.getState())).toMatchObject({ isAuthenticated: false, error: text });
  });

  it('signs out at once on request', async () => {
    const { network, user, store, address } = await openFrame(endsIn(1));
    await advance(minutes(1) + 100);
    expect(dialog()).toHaveAccessibleName('You will be signed out in 1 minute');
    network.answer({ 'POST /api/auth/logout': json({ success: true, message: 'Bye.' }) });
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(selectSession(store.getState()).isAuthenticated).toBe(false);
    expect(address()).toBe('/login');
  });

  it('offers no extension at the maximum age of the session', async () => {
    const { user, network } = await openFrame(endsIn(30, 2));
    await advance(minutes(1) + 100);
    expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    expect(dialog()).toBeNull();
    // The click is an input, which is reported at most once a minute.
    expect(network.count(end)).toBe(1);
  });
});

it('reports typing once a minute as activity, so that the user is not interrupted', async () => {
  const { marks, reply } = recordMarks(endsIn(30));
  const { user } = await openFrame(reply);
  const note = screen.getByLabelText('Note');
  for (let second = 0; second < 180; second += 10) {
    await user.type(note, 'x');
    await advance(10_000);
  }
  expect(note).toHaveValue('x'.repeat(18));
  expect(marks.length).toBeGreaterThanOrEqual(2);
  expect(marks.length).toBeLessThanOrEqual(3);
  expect(new Set(marks)).toEqual(new Set([null]));
});

it('stops asking when the server has no such limits', async () => {
  const { network } = await openFrame(problem(404, 'not-found', 'There is nothing at this address.'));
  await advance(minutes(10));
  expect(network.count(end)).toBe(1);
});
