import type { Session, User } from '@kinmel/contracts';
import {
  aCreditAnswer,
  aCreditPosting,
  aUser,
  axeViolations,
  down,
  holdReply,
  json,
  npr,
  problem,
  type RenderedPage,
  type RenderPageOptions,
  type Reply,
  recordBodies,
  renderPage,
} from '@kinmel/testing/page';
import { selectSession, selectUser } from '@kinmel/web-kit';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { Route, Routes } from 'react-router-dom';
import AccountMenu from '../../widgets/account-menu.tsx';
import ProfilePage from './profile-page.tsx';

const creditUrl = (page: number) => `/api/credit?page=${page}&limit=10`;
const person = aUser({
  dateOfBirth: '1996-03-14',
  location: 'Lalitpur',
  gender: 'female',
  bio: 'Photographer.',
});
const accountUrl = `/api/users/${person.id}`;
const putAccount = `PUT ${accountUrl}`;
const uploadAvatar = `POST ${accountUrl}/upload-avatar`;
const session = (changes: Partial<Session> = {}): Session => ({
  sessionId: 'here',
  device: 'Chrome on Linux',
  address: '127.0.0.1',
  lastAddress: '127.0.0.1',
  signedInAt: '2026-11-18T10:40:00.000Z',
  lastUsedAt: '2026-11-21T10:40:00.000Z',
  isCurrent: true,
  ...changes,
});
const phone = session({
  sessionId: 'p/1',
  device: 'Safari on iOS',
  address: '10.0.0.7',
  lastAddress: '10.0.0.9',
  isCurrent: false,
});
const bothSessions = json({ success: true, data: [session(), phone] });

function open(
  answers: Record<string, Reply | object> = {},
  user: User = person,
  others: Pick<RenderPageOptions, 'widgets' | 'otherPages'> = {},
): Promise<RenderedPage> {
  const pages = (
    <>
      <AccountMenu onLogout={() => {}} />
      <Routes>
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </>
  );
  return renderPage(pages, {
    address: '/profile',
    user,
    answers: {
      [accountUrl]: { success: true, data: user },
      '/api/auth/sessions': bothSessions,
      '/api/auth/sign-ins': { success: true, data: signIns },
      '/api/auth/passkeys': { success: true, data: { passkeys: [], recoveryCodesLeft: 0 } },
      [creditUrl(1)]: aCreditAnswer(0),
      ...answers,
    },
    ...others,
  });
}

const signIns = [
  { at: '2026-11-21T10:40:00.000Z', way: 'password', device: 'Chrome on Windows', isRefused: true },
  { at: '2026-11-20T10:40:00.000Z', way: 'passkey', device: 'Edge on Windows', isRefused: false },
];

const main = () => within(screen.getByRole('main'));
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const section = (name: string) => within(screen.getByRole('region', { name }));
const factOf = (label: string) =>
  section('About you').getByText(label, { selector: 'dt' }).nextElementSibling;
const field = (label: RegExp) => screen.getByLabelText(label);
const storedUser = (): Partial<User> =>
  JSON.parse(localStorage.getItem('loggedInUser') ?? '{}') as Partial<User>;

async function startEditing(user: RenderedPage['user']): Promise<void> {
  await screen.findByText('14 March 1996');
  await user.click(button('Edit Profile'));
}

beforeEach(() => localStorage.clear());
afterEach(() => jest.useRealTimers());

/** The specified three seconds, in milliseconds. */
const messageMs = 3000;

/** Uses fake timers, because messages disappear. */
async function withClock(run: (advance: (ms: number) => Promise<void>) => Promise<void>): Promise<void> {
  jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
  await run((ms) => act(() => jest.advanceTimersByTimeAsync(ms)));
}

describe('the profile', () => {
  it('shows picture, name, derived username, and links to edit and to the orders (PROF-02, PROF-04 to PROF-07, SIL-45, CONF-44)', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Aarati Gurung');
    expect(main().getAllByText('AG')).not.toHaveLength(0);
    expect(screen.getByText('@aarati')).toBeVisible();
    expect(screen.getByText('JPEG, PNG or GIF, up to 5MB')).toBeVisible();
    expect(main().getByRole('link', { name: 'Your Orders' })).toHaveAttribute('href', '/orders');
    await waitFor(() => expect(button('Edit Profile')).toBeEnabled());
    await waitFor(() => expect(document.title).toMatch(/^Profile/));
  });

  it("shows the user's requests only in a shop where they can be tracked (SIL-49)", async () => {
    const { unmount } = await open();
    expect(screen.queryByRole('region', { name: 'Your requests' })).not.toBeInTheDocument();
    unmount();
    await open({}, person, {
      otherPages: ['/request-links/:token'],
      widgets: { 'mfe-services/own-requests': () => <p>Two requests</p> },
    });
    expect(section('Your requests').getByText('Two requests')).toBeVisible();
    expect(main().getByRole('link', { name: 'Your requests' })).toHaveAttribute('href', '/profile#requests');
  });

  it('shows the details of the account in parts with a URL each (ENT-22, CONF-67)', async () => {
    await open();
    await screen.findByText('14 March 1996');
    for (const id of ['about', 'credit', 'sessions', 'sign-ins', 'passkeys', 'password', 'data']) {
      expect(document.querySelector(`section#${id}`)).toHaveAttribute('tabindex', '-1');
      expect(document.querySelector(`a[href="/profile#${id}"]`)).toBeInTheDocument();
    }
    const factTexts = ['Full Name', 'Email', 'Phone', 'Location', 'Gender', 'Bio'].map(
      (label) => factOf(label)?.textContent,
    );
    expect(factTexts).toEqual([
      'Aarati Gurung',
      'aarati@kinmel.example',
      '+977 980 555 0147',
      'Lalitpur',
      'Female',
      'Photographer.',
    ]);
  });

  it('shows skeletons while it loads, and retries what failed', async () => {
    const slow = holdReply(down);
    const { user, network } = await open({ [accountUrl]: slow.reply, '/api/auth/sessions': down });
    const about = section('About you');
    expect(about.getByText('Loading')).toBeInTheDocument();
    await act(async () => slow.release());
    expect(await about.findByText('Your profile could not be loaded. Please try again.')).toBeVisible();
    expect(button('Edit Profile')).toBeDisabled();
    network.answer({ [accountUrl]: { success: true, data: person }, '/api/auth/sessions': bothSessions });
    await user.click(about.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('14 March 1996')).toBeVisible();
    const sessions = section('Your sessions');
    expect(sessions.getByText('Your sessions could not be loaded. Please try again.')).toBeVisible();
    await user.click(sessions.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Safari on iOS')).toBeVisible();
  });

  it('updates header and storage with changes from another device', async () => {
    await open({
      [accountUrl]: { success: true, data: { ...person, fullName: 'Aarati G.', name: 'Aarati G.' } },
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Aarati G.' })).toBeVisible();
    expect(storedUser()).toMatchObject({ fullName: 'Aarati G.', name: 'Aarati G.' });
  });

  it.each(['view', 'edit'])('has no axe violations in %s mode', async (mode) => {
    const { user } = await open();
    await screen.findByText('Safari on iOS');
    if (mode === 'edit') await startEditing(user);
    const { violations } = await axe.run(document.body, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});

describe('editing', () => {
  it('has the five fields, email and phone read-only, Save and Cancel (PROF-08 to PROF-13, PROF-26)', async () => {
    const { user } = await open();
    await startEditing(user);
    expect(screen.getByRole('heading', { name: 'Edit Profile' })).toHaveFocus();
    expect(field(/Full Name/)).toHaveValue('Aarati Gurung');
    expect(field(/Date of birth/)).toHaveValue('1996-03-14');
    expect(field(/Location/)).toHaveValue('Lalitpur');
    expect(field(/Gender/)).toHaveValue('female');
    expect(field(/Bio/)).toHaveValue('Photographer.');
    expect(within(field(/Gender/)).getAllByRole('option')).toHaveLength(5);
    expect(field(/Email/)).toHaveAttribute('readonly');
    expect(field(/Phone/)).toHaveAttribute('readonly');
    expect(field(/Phone/)).toHaveValue('+977 980 555 0147');
    expect(field(/Email/)).toHaveAccessibleDescription('Email cannot be changed here.');
    expect(button('Save')).toBeVisible();
    expect(button('Cancel')).toBeVisible();
  });

  it('is ended by Cancel with the stored values, and starts with them again (PROF-15, PROF-16)', async () => {
    const { user, network } = await open();
    await startEditing(user);
    await user.clear(field(/Full Name/));
    await user.type(field(/Bio/), 'More.');
    await user.click(button('Cancel'));
    expect(factOf('Full Name')).toHaveTextContent('Aarati Gurung');
    expect(button('Edit Profile')).toHaveFocus();
    await user.click(button('Edit Profile'));
    expect(field(/Full Name/)).toHaveValue('Aarati Gurung');
    expect(field(/Bio/)).toHaveValue('Photographer.');
    expect(network.requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
  });

  it('sends the five fields, updates page, header and storage, and returns to view mode (PROF-11, PROF-14, PROF-20, PROF-27, API-12, ERR-11, ROLE-05)', async () => {
    const savedAccount = { ...person, fullName: 'Ram Thapa', name: 'Ram Thapa', bio: '', gender: null };
    const slow = holdReply(json({ success: true, message: 'Saved.', user: savedAccount }));
    const recorder = recordBodies(slow.reply);
    const authorization: (string | null)[] = [];
    const { user, store } = await open({
      [putAccount]: (request) => {
        authorization.push(request.headers.get('authorization'));
        return recorder.reply(request);
      },
    });
    await startEditing(user);
    await user.clear(field(/Full Name/));
    await user.type(field(/Full Name/), ' Ram Thapa ');
    await user.clear(field(/Bio/));
    await user.selectOptions(field(/Gender/), '');
    const save = button('Save');
    await user.click(save);
    expect(save).toHaveTextContent('Saving...');
    await user.click(save);
    await act(async () => slow.release());
    expect(await screen.findByText('Profile updated successfully!')).toBeVisible();
    expect(recorder.bodies).toEqual([
      { fullName: 'Ram Thapa', dateOfBirth: '1996-03-14', location: 'Lalitpur', bio: '', gender: '' },
    ]);
    expect(authorization).toEqual(['Bearer access-token']);
    expect(factOf('Full Name')).toHaveTextContent('Ram Thapa');
    expect(factOf('Bio')).toHaveTextContent('Not given');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Ram Thapa');
    expect(main().getAllByText('RT')).toHaveLength(2);
    expect(selectUser(store.getState())).toMatchObject({ name: 'Ram Thapa', gender: null });
    expect(storedUser()).toMatchObject({ fullName: 'Ram Thapa', name: 'Ram Thapa', bio: '' });
    expect(localStorage.getItem('token')).toBe('access-token');
    expect(button('Edit Profile')).toHaveFocus();
  });

  it.each([
    ['a blank name', /Full Name/, '   ', 'Full name is required'],
    ['a date in the future', /Date of birth/, '2999-01-01', 'Enter a valid date of birth.'],
    ['a partial date', /Date of birth/, undefined, 'Enter a valid date of birth.'],
  ])('refuses %s at its field without a request (PROF-23)', async (_what, label, value, text) => {
    const { user, network } = await open();
    await startEditing(user);
    const input = field(label);
    if (value === undefined) Object.defineProperty(input, 'validity', { value: { badInput: true } });
    else fireEvent.change(input, { target: { value } });
    await user.click(button('Save'));
    expect(input).toHaveAccessibleDescription(text);
    await waitFor(() => expect(input).toHaveFocus());
    expect(network.count(putAccount)).toBe(0);
  });

  it.each([
    ['its message', problem(409, 'conflict', 'Changed elsewhere.'), 'Changed elsewhere.'],
    ['no message', json({}, 500), 'Failed to update profile'],
    ['nothing', down, 'Error updating profile. Please try again.'],
  ])(
    'keeps the form when the server answers with %s (ERR-08 to ERR-10, API-13, CONF-41, CONF-42)',
    async (_what, reply, text) => {
      const { user } = await open({ [putAccount]: reply });
      await startEditing(user);
      await user.type(field(/Bio/), ' More.');
      await user.click(button('Save'));
      expect(await screen.findByRole('alert')).toHaveTextContent(text);
      expect(field(/Bio/)).toHaveValue('Photographer. More.');
      expect(storedUser().bio).toBe('Photographer.');
    },
  );

  it('shows a field error of the server at that field (SIL-44)', async () => {
    const details = [{ path: 'location', message: 'Too long.' }];
    const { user } = await open({ [putAccount]: json({ message: 'Not valid.', details }, 400) });
    await startEditing(user);
    await user.click(button('Save'));
    await waitFor(() => expect(field(/Location/)).toHaveAccessibleDescription('Too long.'));
  });

  it.each([
    ['success', json({ success: true, user: person }), 'Profile updated successfully!'],
    ['failure', down, 'Error updating profile. Please try again.'],
  ])('shows a message for three seconds after a %s (PROF-19)', async (_kind, reply, text) => {
    const { user } = await open({ [putAccount]: reply });
    await startEditing(user);
    await withClock(async (advance) => {
      fireEvent.click(button('Save'));
      await advance(50);
      expect(screen.getByText(text)).toBeVisible();
      // An overlay causes no layout shift.
      expect(screen.getByText(text).closest('.alert')).toHaveClass('over');
      await advance(messageMs - 100);
      expect(screen.getByText(text)).toBeVisible();
      await advance(200);
      expect(screen.queryByText(text)).not.toBeInTheDocument();
    });
  });
});

describe('the picture', () => {
  const bitmap = { close: jest.fn(), width: 1200, height: 800 };
  const drawCalls: unknown[][] = [];
  const context = { clearRect: () => {}, drawImage: (...values: unknown[]) => drawCalls.push(values) };
  const createImageBitmap = jest.fn();
  let toBlob: jest.SpiedFunction<HTMLCanvasElement['toBlob']>;
  beforeEach(() => {
    drawCalls.length = 0;
    bitmap.close.mockReset();
    createImageBitmap.mockReset().mockResolvedValue(bitmap);
    Object.assign(globalThis, { createImageBitmap });
    jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
    toBlob = jest
      .spyOn(HTMLCanvasElement.prototype, 'toBlob')
      .mockImplementation((callback, type) => callback(new Blob(['pixels'], { type: type ?? '' })));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'createImageBitmap');
  });

  const photo = (type = 'image/png', bytes = 5) => new File([new Uint8Array(bytes)], 'me.png', { type });
  const input = () => {
    const fileInput = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!fileInput) throw new Error('There is no file input');
    return fileInput;
  };
  const choose = async (file = photo()) => {
    await act(async () => {
      fireEvent.change(input(), { target: { files: [file] } });
      await Promise.resolve();
    });
  };
  const dialog = () => screen.findByRole('dialog', { name: 'Your picture' });
  // jsdom pointers have no position.
  const point = (target: Element, type: string, pointerId: number, clientX: number, clientY: number) => {
    const event = new MouseEvent(type, { bubbles: true, clientX, clientY });
    fireEvent(target, Object.defineProperty(event, 'pointerId', { value: pointerId }));
  };
  const answer = {
    success: true,
    message: 'Done.',
    profileImage: '/uploads/avatars/new/256.webp',
    user: { ...person, profileImage: '/uploads/avatars/new/256.webp' },
  };

  it('is chosen by a button that works by keyboard (PROF-03)', async () => {
    const { user } = await open();
    const clickSpy = jest.spyOn(HTMLInputElement.prototype, 'click');
    button('Change picture').focus();
    await user.keyboard('{Enter}');
    expect(clickSpy).toHaveBeenCalledTimes(1);
    expect(input()).toHaveAttribute('accept', 'image/jpeg,image/jpg,image/png,image/gif');
  });

  it('is refused when the file is not a picture, whatever its name (PROF-24)', async () => {
    createImageBitmap.mockRejectedValue(new DOMException('no picture', 'InvalidStateError'));
    await open();
    await choose();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Please select a valid image file (JPEG, PNG, or GIF)',
    );
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is cropped to a square, uploaded with a progress display, and updated in page, header and storage (PROF-17, ERR-13, API-14, API-15, ROLE-07)', async () => {
    const slow = holdReply(json(answer));
    const bodies: { type: string | null; text: string; authorization: string | null }[] = [];
    const { user, store } = await open({
      [uploadAvatar]: async (request) => {
        bodies.push({
          type: request.headers.get('content-type'),
          text: await request.clone().text(),
          authorization: request.headers.get('authorization'),
        });
        return slow.reply(request);
      },
    });
    await choose();
    const window = within(await dialog());
    // The largest square in the middle of 1200 x 800.
    expect(drawCalls.at(-1)?.slice(1, 5)).toEqual([200, 0, 800, 800]);
    const save = window.getByRole('button', { name: 'Save picture' });
    await user.click(save);
    expect(save).toHaveTextContent('Uploading...');
    expect(window.getByRole('progressbar', { name: 'Uploading your picture' })).toBeVisible();
    expect(window.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await user.click(save);
    await act(async () => slow.release());
    expect(await screen.findByText('Profile image updated successfully!')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(bodies).toHaveLength(1);
    expect(bodies[0]?.type).toMatch(/^multipart\/form-data; boundary=/);
    expect(bodies[0]?.text).toMatch(/name="profileImage"/);
    expect(bodies[0]?.authorization).toBe('Bearer access-token');
    expect(selectUser(store.getState())?.profileImage).toBe('/uploads/avatars/new/256.webp');
    expect(storedUser().profileImage).toBe('/uploads/avatars/new/256.webp');
    const pictureUrls = [...screen.getByRole('main').querySelectorAll('img')].map((image) =>
      image.getAttribute('src'),
    );
    expect(pictureUrls).toEqual(['/uploads/avatars/new/64.webp', '/uploads/avatars/new/256.webp']);
  });

  it('is positioned by keyboard, by dragging, and zoomed by two fingers', async () => {
    await open();
    await choose();
    const window = within(await dialog());
    const slide = (name: string, value: string) =>
      fireEvent.change(window.getByRole('slider', { name }), { target: { value } });
    expect(window.getByRole('slider', { name: 'Up or down' })).toBeDisabled();
    slide('Zoom', '2');
    expect(drawCalls.at(-1)?.slice(1, 5)).toEqual([400, 200, 400, 400]);
    slide('Left or right', '1');
    slide('Up or down', '0');
    expect(drawCalls.at(-1)?.slice(1, 5)).toEqual([800, 0, 400, 400]);
    const canvas = screen.getByRole('dialog').querySelector('canvas');
    if (!canvas) throw new Error('There is no canvas');
    canvas.getBoundingClientRect = () => ({ width: 200 }) as DOMRect;
    point(canvas, 'pointerdown', 1, 100, 100);
    point(canvas, 'pointermove', 1, 150, 80);
    point(canvas, 'pointerup', 1, 0, 0);
    point(canvas, 'pointermove', 1, 0, 0);
    // Two pixels of the picture for each pixel of the screen.
    expect(drawCalls.at(-1)?.slice(1, 5)).toEqual([700, 40, 400, 400]);
    slide('Zoom', '1');
    point(canvas, 'pointerdown', 1, 100, 100);
    point(canvas, 'pointerdown', 2, 200, 100);
    point(canvas, 'pointermove', 2, 300, 100);
    expect(drawCalls.at(-1)?.slice(1, 5)).toEqual([600, 200, 400, 400]);
  });

  it('is unchanged after Cancel', async () => {
    const { user, network, unmount } = await open();
    await choose();
    await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(network.count(uploadAvatar)).toBe(0);
    unmount();
    // The file was opened once for scaling and once for showing.
    expect(bitmap.close).toHaveBeenCalledTimes(2);
  });

  it('that could not be cropped or uploaded shows an error and can be sent again (ERR-12)', async () => {
    toBlob.mockImplementationOnce((callback) => callback(null));
    const { user, network } = await open({ [uploadAvatar]: down });
    await choose();
    const window = within(await dialog());
    for (const uploads of [0, 1]) {
      await user.click(window.getByRole('button', { name: 'Save picture' }));
      await waitFor(() => expect(network.count(uploadAvatar)).toBe(uploads));
      expect(await window.findByRole('alert')).toHaveTextContent('Error uploading image. Please try again.');
    }
    expect(storedUser().profileImage).toBe('');
    network.answer({ [uploadAvatar]: json(answer) });
    await user.click(window.getByRole('button', { name: 'Save picture' }));
    expect(await screen.findByText('Profile image updated successfully!')).toBeVisible();
  });

  it.each([
    ['image/jpeg', 'image/jpeg'],
    ['image/jpg', 'image/jpeg'],
    ['image/gif', 'image/png'],
  ])('of %s is sent as %s', async (from, to) => {
    const { user } = await open({ [uploadAvatar]: json(answer) });
    await choose(photo(from));
    await user.click(within(await dialog()).getByRole('button', { name: 'Save picture' }));
    await screen.findByText('Profile image updated successfully!');
    expect(toBlob.mock.lastCall?.[1]).toBe(to);
  });

  it('that is invalid is refused before it is opened, with a message for three seconds (PROF-18, PROF-24, PROF-25)', async () => {
    await open();
    await withClock(async (advance) => {
      // GIF pictures are not scaled.
      await choose(photo('image/gif', 5_242_881));
      expect(screen.getByRole('alert')).toHaveTextContent('Image size must be less than 5MB');
      expect(createImageBitmap).not.toHaveBeenCalled();
      await advance(messageMs - 50);
      expect(screen.getByRole('alert')).toHaveClass('over');
      await advance(100);
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    });
  });
});

describe('the shop credit', () => {
  const order = { id: '66000000000000000000a0d1', orderNumber: 'KM-7H2K-94QX' };
  const paid = aCreditPosting({
    id: 'order:o1:used',
    at: '2026-11-22T08:00:00.000Z',
    cause: 'order',
    reason: '',
    by: 'customer',
    order,
    amount: npr(-30_000),
    balanceAfter: npr(20_000),
  });
  const older = aCreditPosting({ id: 'older', reason: 'An older gift', amount: npr(1_050) });
  const rows = () => section('Shop credit').getAllByRole('listitem');
  const texts = () => rows().map(({ textContent }) => textContent);

  it('shows balance and history: when, cause in words, order, amount with its sign, balance after', async () => {
    await open({ [creditUrl(1)]: aCreditAnswer(20_000, [paid, aCreditPosting()]) });
    const creditSection = section('Shop credit');
    expect(await creditSection.findByText('NPR 200')).toBeVisible();
    expect(texts()).toEqual([
      'Used for an order22 Nov 2026 KM-7H2K-94QX-NPR 300Balance NPR 200',
      'Goodwill21 Nov 2026, It came late. +NPR 500Balance NPR 500',
    ]);
    expect(creditSection.getByRole('link', { name: 'KM-7H2K-94QX' })).toHaveAttribute(
      'href',
      `/order?id=${order.id}`,
    );
    expect(creditSection.queryByRole('button')).not.toBeInTheDocument();
    expect(await axeViolations()).toEqual([]);
  });

  it('shows that nothing has changed it yet', async () => {
    await open();
    const creditSection = section('Shop credit');
    expect(await creditSection.findByText('NPR 0')).toBeVisible();
    expect(creditSection.getByText('Nothing has changed your credit yet.')).toBeVisible();
  });

  it('shows that it loads, and retries what failed', async () => {
    const slow = holdReply(down);
    const { user, network } = await open({ [creditUrl(1)]: slow.reply });
    const creditSection = section('Shop credit');
    expect(creditSection.getByText('Loading')).toBeInTheDocument();
    await act(async () => slow.release());
    expect(
      await creditSection.findByText('Your credit could not be loaded. Please try again.'),
    ).toBeVisible();
    network.answer({ [creditUrl(1)]: aCreditAnswer(20_000, [paid]) });
    await user.click(creditSection.getByRole('button', { name: 'Retry' }));
    expect(await creditSection.findByText('NPR 200')).toBeVisible();
  });

  it('shows more page by page, keeps what is shown when that fails, and focuses the first new row', async () => {
    const { user, network } = await open({
      [creditUrl(1)]: aCreditAnswer(20_000, [paid, aCreditPosting()], { totalPages: 2 }),
      [creditUrl(2)]: down,
    });
    const creditSection = section('Shop credit');
    await user.click(await creditSection.findByRole('button', { name: 'Show more' }));
    expect(await creditSection.findByText('More could not be loaded.')).toBeVisible();
    expect(rows()).toHaveLength(2);
    network.answer({ [creditUrl(2)]: aCreditAnswer(20_000, [older], { page: 2, totalPages: 2 }) });
    await user.click(creditSection.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(texts().at(-1)).toContain('An older gift +NPR 10.50'));
    expect(rows()).toHaveLength(3);
    expect(rows().at(-1)).toHaveFocus();
    expect(creditSection.queryByRole('button')).not.toBeInTheDocument();
    expect(creditSection.queryByRole('alert')).not.toBeInTheDocument();
  });
});

it('lists recent sign-ins with time, device and way, and wrong passwords (AUTH-S10)', async () => {
  await open();
  await screen.findByText('Chrome on Windows');
  const rows = section('Recent sign-ins').getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Chrome on Windows Wrong password21 Nov 2026, 16:25',
    'Edge on Windows 20 Nov 2026, 16:25, with a passkey',
  ]);
});

describe('the sessions', () => {
  const endPhone = 'DELETE /api/auth/sessions/p%2F1';
  const rows = () => section('Your sessions').getAllByRole('listitem');

  it('show device, address and last use, with the current one marked', async () => {
    await open();
    await screen.findByText('Safari on iOS');
    const [currentRow, otherRow] = rows();
    expect(currentRow).toHaveTextContent('This device');
    expect(currentRow).toHaveTextContent('in use now, signed in 18 Nov 2026 from 127.0.0.1');
    expect(otherRow).toHaveTextContent(
      'last used 21 Nov 2026, 16:25 from 10.0.0.9, signed in 18 Nov 2026 from 10.0.0.7',
    );
    expect(within(currentRow as HTMLElement).queryByRole('button')).not.toBeInTheDocument();
  });

  it.each([
    ['ended', json({ success: true, message: 'Signed out there' })],
    ['ended already', problem(404, 'not-found', 'There is no such session.')],
  ])(
    'stay, with an error, when ending one fails; once it is %s, the list takes the focus',
    async (_what, reply) => {
      const { user, network } = await open({ [endPhone]: down });
      await screen.findByText('Safari on iOS');
      await user.click(button(/^Sign out there: Safari on iOS, last used /));
      expect(await screen.findByText('It could not be signed out. Please try again.')).toBeVisible();
      await waitFor(() => expect(rows()).toHaveLength(2));
      network.answer({ [endPhone]: reply, '/api/auth/sessions': json({ success: true, data: [session()] }) });
      await user.click(button(/^Sign out there: Safari on iOS, last used /));
      await waitFor(() => expect(rows()).toHaveLength(1));
      expect(screen.getByRole('region', { name: 'Your sessions' })).toHaveFocus();
      expect(await screen.findByText('Signed out: Safari on iOS')).toBeVisible();
    },
  );

  it('end everywhere after a confirmation, including this one', async () => {
    const { user, store, network } = await open({
      'DELETE /api/auth/sessions': json({ success: true, message: 'Signed out everywhere' }),
      'POST /api/auth/logout': json({ success: true, message: 'Bye.' }),
    });
    await screen.findByText('Safari on iOS');
    await user.click(button('Sign out everywhere'));
    const question = within(screen.getByRole('dialog', { name: 'Sign out everywhere?' }));
    expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(network.count('DELETE /api/auth/sessions')).toBe(0);
    await user.click(question.getByRole('button', { name: 'Sign out everywhere' }));
    await waitFor(() => expect(selectSession(store.getState()).isAuthenticated).toBe(false));
    expect(localStorage.getItem('token')).toBeNull();
    expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument();
  });
});

describe('ending all sessions a while after the sign-in', () => {
  const endSessions = 'DELETE /api/auth/sessions';
  const proofNeeded = problem(403, 'proof-needed', 'Please confirm with your password that it is you.');
  async function endAll(answers: Record<string, Reply>) {
    const page = await open({ [endSessions]: proofNeeded, ...answers });
    await screen.findByText('Safari on iOS');
    await page.user.click(button('Sign out everywhere'));
    const question = within(screen.getByRole('dialog', { name: 'Sign out everywhere?' }));
    await page.user.click(question.getByRole('button', { name: 'Sign out everywhere' }));
    const proof = within(await screen.findByRole('dialog', { name: 'Is it you?' }));
    await page.user.type(proof.getByLabelText('Your password'), 'Customer123');
    return { ...page, proof };
  }

  it('requires the password, which is not stored, and then succeeds (AUTH-P7)', async () => {
    const recorder = recordBodies(json({ success: true, message: 'Thank you.' }));
    const { user, store, network, proof } = await endAll({ 'POST /api/auth/proof': recorder.reply });
    expect(await axeViolations()).toEqual([]);
    network.answer({
      [endSessions]: json({ success: true, message: 'Signed out everywhere' }),
      'POST /api/auth/logout': json({ success: true, message: 'Bye.' }),
    });
    await user.click(proof.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(selectSession(store.getState()).isAuthenticated).toBe(false));
    expect(recorder.bodies).toEqual([{ password: 'Customer123' }]);
    expect(JSON.stringify(store.getState())).not.toMatch(/Customer123/);
  });

  it('fails after a wrong password', async () => {
    const { user, store, network, proof } = await endAll({
      'POST /api/auth/proof': problem(400, 'wrong-password', 'The current password is not right.'),
    });
    await user.click(proof.getByRole('button', { name: 'Confirm' }));
    expect(await proof.findByText('The current password is not right.')).toBeVisible();
    await user.click(proof.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/Please confirm with your password/)).toBeVisible();
    expect(network.count(endSessions)).toBe(1);
    expect(selectSession(store.getState()).isAuthenticated).toBe(true);
  });
});

describe('a new password', () => {
  const path = 'POST /api/auth/change-password';
  const fill = async (user: RenderedPage['user'], values: readonly string[]) => {
    const labels = ['Current password', 'New password', 'Confirm password'];
    for (const [index, label] of labels.entries()) {
      if (values[index]) await user.type(screen.getByLabelText(label), values[index]);
    }
    await user.click(button('Change password'));
  };
  const validValues = ['Customer123', 'lamp-42-Trail', 'lamp-42-Trail'];

  it('is sent with the old one, is not stored, and reloads the sessions', async () => {
    const recorder = recordBodies(json({ success: true, message: 'Done.' }));
    const { user, store, network } = await open({ [path]: recorder.reply });
    await screen.findByText('Safari on iOS');
    network.answer({ '/api/auth/sessions': json({ success: true, data: [session()] }) });
    await fill(user, validValues);
    expect(
      await screen.findByText('Your password is changed. Your other devices are signed out.'),
    ).toBeVisible();
    expect(recorder.bodies).toEqual([{ currentPassword: 'Customer123', password: 'lamp-42-Trail' }]);
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).not.toBeInTheDocument());
    expect(screen.getByLabelText('New password')).toHaveValue('');
    expect(JSON.stringify(store.getState())).not.toMatch(/lamp-42|Customer123/);
    expect(selectSession(store.getState()).isAuthenticated).toBe(true);
  });

  it('is rated, and can be stored by password managers', async () => {
    const { user } = await open();
    await user.type(screen.getByLabelText('New password'), 'aarati1');
    expect(await screen.findByText(/It holds your name/)).toBeVisible();
    expect(screen.getByLabelText('Current password')).toHaveAttribute('autocomplete', 'current-password');
    expect(screen.getByLabelText('New password')).toHaveAttribute('autocomplete', 'new-password');
    const name = document.querySelector('#password input[autocomplete="username"]');
    expect(name).toHaveValue('aarati@kinmel.example');
  });

  it('is refused at its fields without a request', async () => {
    const { user, network } = await open();
    await fill(user, ['', 'abc', 'abcd']);
    for (const [label, text] of [
      ['Current password', 'Password is required'],
      ['New password', 'Password must be at least 6 characters and include letters and numbers.'],
      ['Confirm password', 'Passwords do not match!'],
    ] as const)
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(expect.stringContaining(text));
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus());
    expect(network.count(path)).toBe(0);
  });

  it('requires the correct old one', async () => {
    const { user } = await open({
      [path]: problem(400, 'wrong-password', 'The current password is not right.'),
    });
    await fill(user, validValues);
    await waitFor(() => expect(screen.getByLabelText('Current password')).toHaveFocus());
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
      'The current password is not right.',
    );
    expect(screen.getByLabelText('New password')).toHaveValue('lamp-42-Trail');
  });

  it('shows an error when the server cannot be reached', async () => {
    const { user } = await open({ [path]: down });
    await fill(user, validValues);
    const text = 'The password could not be changed. Please try again.';
    expect(await section('Password').findByRole('alert')).toHaveTextContent(text);
  });
});

describe("the user's data", () => {
  const exportUrl = `/api/users/${person.id}/export`;
  const deleteAccount = `POST ${accountUrl}/delete`;
  const startDeleting = async (user: RenderedPage['user'], password: string) => {
    await user.click(button('Delete my account'));
    const question = within(screen.getByRole('dialog', { name: 'Delete your account?' }));
    if (password) await user.type(question.getByLabelText('Your password'), password);
    return question;
  };
  const confirm = (question: ReturnType<typeof within>) =>
    question.getByRole('button', { name: 'Delete my account' });

  it('is downloaded as a JSON file, and not stored', async () => {
    URL.createObjectURL = () => 'blob:test';
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const { user, store } = await open({
      [exportUrl]: { success: true, exportedAt: '2026-11-21T10:00:00.000Z', user: person },
    });
    await user.click(button('Download my data'));
    await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
    const file = { download: 'kinmel-my-data-2026-11-21.json', href: 'blob:test' };
    expect(click.mock.contexts[0]).toMatchObject(file);
    expect(JSON.stringify(store.getState().api)).not.toContain('exportedAt');
    click.mockRestore();
  });

  it('shows an error when the download fails', async () => {
    const { user } = await open({ [exportUrl]: down });
    await user.click(button('Download my data'));
    expect(await screen.findByText('Your data could not be downloaded. Please try again.')).toBeVisible();
  });

  it('is deleted after the password is entered, after a list of what is retained, and opens the home page', async () => {
    const recorder = recordBodies(json({ success: true, message: 'Deleted.' }));
    const { user, store, address } = await open({
      [deleteAccount]: recorder.reply,
      'POST /api/auth/logout': json({ success: true, message: 'Bye.' }),
    });
    const question = await startDeleting(user, 'Customer123');
    expect(question.getByText(/Your orders stay in the books of the shop, without your name/)).toBeVisible();
    await user.click(confirm(question));
    await waitFor(() => expect(address()).toBe('/'));
    expect(recorder.bodies).toEqual([{ password: 'Customer123' }]);
    expect(await screen.findByText('Your account is deleted.')).toBeVisible();
    expect(selectSession(store.getState()).isAuthenticated).toBe(false);
    expect(JSON.stringify(localStorage)).not.toContain('aarati');
    expect(JSON.stringify(store.getState())).not.toContain('Customer123');
  });

  it('is not deleted without the password or an answer, and the password is cleared with the dialog', async () => {
    const { user, network } = await open({
      [deleteAccount]: problem(400, 'wrong-password', 'The current password is not right.'),
    });
    const question = await startDeleting(user, '');
    expect(question.getByRole('button', { name: 'Keep my account' })).toHaveFocus();
    await user.click(confirm(question));
    const password = question.getByLabelText('Your password');
    expect(password).toHaveAccessibleDescription('Password is required');
    expect(network.count(deleteAccount)).toBe(0);
    await user.type(password, 'wrong');
    await user.click(confirm(question));
    await waitFor(() => expect(password).toHaveAccessibleDescription('The current password is not right.'));
    network.answer({ [deleteAccount]: down });
    await user.click(confirm(question));
    const text = 'The account could not be deleted. Please try again.';
    expect(await question.findByRole('alert')).toHaveTextContent(text);
    expect(storedUser().email).toBe('aarati@kinmel.example');
    await user.click(question.getByRole('button', { name: 'Keep my account' }));
    expect((await startDeleting(user, '')).getByLabelText('Your password')).toHaveValue('');
  });

  it('of an admin cannot be deleted here', async () => {
    await open({}, aUser({ role: 'admin' }));
    expect(screen.getByText('The account of the shop’s admin cannot be deleted here.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete my account' })).not.toBeInTheDocument();
  });
});
