import { axeViolations, json, problem, type Reply } from '@kinmel/testing/page';
import { selectSession } from '@kinmel/web-kit';
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderAdminPage, silenceFailures } from '../testing/open-page.tsx';
import { AdminFrame } from './admin-frame.tsx';

const end = 'GET /api/auth/session-end';
const minutes = (count: number) => count * 60_000;
const ends = (idleMinutes: number, ageMinutes = 600) =>
  json({ success: true, endsInSeconds: ageMinutes * 60, idleEndsInSeconds: idleMinutes * 60 });
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

/** The headers of each question for the end of the session. */
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

async function atWork(reply: Reply) {
  const page = await renderAdminPage(
    <AdminFrame>
      <textarea aria-label="Note" />
    </AdminFrame>,
    { answers: { [end]: reply } },
  );
  return { ...page, user: userEvent.setup({ advanceTimers: jest.advanceTimersByTime }) };
}
const dialog = () => screen.queryByRole('dialog', { name: /You will be signed out/ });

describe('a page of the back office that nobody uses (AUTH-S9)', () => {
  it('warns two minutes before the idle end; its own questions are no activity', async () => {
    const { marks, reply } = recordMarks(ends(28));
    const { network } = await atWork(reply);
    await pass(minutes(1) + 100);
    expect(network.count(end)).toBe(1);
    expect(dialog()).toBeNull();
    network.answer({ [end]: ends(2) });
    await pass(minutes(26));
    expect(dialog()).toHaveAccessibleName('You will be signed out in 2 minutes');
    expect(screen.getByRole('alert')).toHaveTextContent('Nothing was done here for a while.');
    expect(screen.getByRole('button', { name: 'Stay signed in' })).toHaveFocus();
    expect(marks).toEqual(['1']);
    jest.useRealTimers();
    expect(await axeViolations()).toEqual([]);
  });

  it('keeps the session when the person stays', async () => {
    const { network, user } = await atWork(ends(2));
    await pass(minutes(1) + 100);
    const { marks, reply } = recordMarks(ends(30));
    network.answer({ [end]: reply });
    await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await pass(100);
    expect(marks).toEqual([null]);
    expect(dialog()).toBeNull();
  });

  it('closes the warning when another tab was used, and asks for a sign-in after the end', async () => {
    const { network, store } = await atWork(ends(2));
    await pass(minutes(1) + 100);
    expect(dialog()).toBeVisible();
    network.answer({ [end]: ends(30) });
    await pass(minutes(2) + 1_000);
    expect(dialog()).toBeNull();
    const text = 'You were signed out after 30 minutes without activity. Please sign in again.';
    network.answer({
      [end]: problem(401, 'not-signed-in', 'Please sign in to continue.'),
      'POST /api/auth/refresh': problem(401, 'session-expired', text),
    });
    await pass(minutes(28));
    expect(selectSession(store.getState())).toMatchObject({ isAuthenticated: false, error: text });
  });

  it('signs out at once when the person asks for it', async () => {
    const { network, user, store, address } = await atWork(ends(1));
    await pass(minutes(1) + 100);
    expect(dialog()).toHaveAccessibleName('You will be signed out in 1 minute');
    network.answer({ 'POST /api/auth/logout': json({ success: true, message: 'Bye.' }) });
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    expect(selectSession(store.getState()).isAuthenticated).toBe(false);
    expect(address()).toBe('/login');
  });

  it('offers no stay at the greatest age of the session', async () => {
    const { user, network } = await atWork(ends(30, 2));
    await pass(minutes(1) + 100);
    expect(screen.queryByRole('button', { name: 'Stay signed in' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    expect(dialog()).toBeNull();
    // The click is an input, which is reported once a minute at most.
    expect(network.count(end)).toBe(1);
  });
});

it('reports typing once a minute as activity, so that nobody is interrupted', async () => {
  const { marks, reply } = recordMarks(ends(30));
  const { user } = await atWork(reply);
  const note = screen.getByLabelText('Note');
  for (let second = 0; second < 180; second += 10) {
    await user.type(note, 'x');
    await pass(10_000);
  }
  expect(note).toHaveValue('x'.repeat(18));
  expect(marks.length).toBeGreaterThanOrEqual(2);
  expect(marks.length).toBeLessThanOrEqual(3);
  expect(new Set(marks)).toEqual(new Set([null]));
});

it('asks no more when the server knows no such limits', async () => {
  const { network } = await atWork(problem(404, 'not-found', 'There is nothing at this address.'));
  await pass(minutes(10));
  expect(network.count(end)).toBe(1);
});
