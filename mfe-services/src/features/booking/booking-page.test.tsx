import {
  type Answers,
  aPolicy,
  down,
  holdReply,
  json,
  problem,
  type RenderPageOptions,
  renderPage,
} from '@kinmel/testing/page';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import axe from 'axe-core';
import { slotTaken, slotTakenText, submissions } from '../../testing/submissions.ts';
import { aTrackedRequest } from '../../testing/tracked-requests.ts';
import BookingPage from './booking-page.tsx';

const bookAddress = 'POST /api/bookings';
const slotsAddress = '/api/bookings/slots?date=2099-11-24';
const timeZone = 'Asia/Kathmandu';
const link = `/request-links/${'t'.repeat(43)}`;

const slots = (...takenTimes: string[]) => ({
  success: true,
  data: {
    date: '2099-11-24',
    timeZone,
    slots: ['08:00', '09:00', '09:30', '10:00'].map((time) => ({
      time,
      free: takenTimes.includes(time) ? 0 : 2,
    })),
  },
});
const bookedReply = json(
  {
    success: true,
    message: 'Your repair is booked.',
    data: { date: '2099-11-24', time: '09:30', timeZone },
    trackingLink: link,
  },
  201,
);

const trackedBooking = aTrackedRequest({
  kind: 'repair-booking',
  reference: 'B8C9D0',
  subject: 'Repair of S25+',
  quote: null,
  appointment: { date: '2099-11-24', time: '09:30', timeZone, startsAt: '2099-11-24T03:45:00.000Z' },
});

const open = (answers: Answers = {}, options: RenderPageOptions = {}) =>
  renderPage(<BookingPage />, {
    address: '/booking',
    answers: {
      [slotsAddress]: slots('09:00'),
      [`/api${link}`]: { success: true, data: trackedBooking },
      '/api/policy': { success: true, data: aPolicy() },
      ...answers,
    },
    ...options,
  });
type Page = Awaited<ReturnType<typeof open>>;

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
async function fillIn({ user }: Page) {
  await user.selectOptions(screen.getByLabelText('Model'), 'S25+');
  await user.click(screen.getByRole('radio', { name: /^Medium/ }));
  fill('Date', '2099-11-24');
  await user.click(await screen.findByRole('button', { name: '09:30' }));
  fill('Name', 'Bikash Rai');
  fill('Email', 'bikash@kinmel.example');
  fill('Phone', '9801234567');
}
const send = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Book repair' }));

afterEach(() => sessionStorage.clear());

describe('/booking', () => {
  it('has all fields, prices in dollars and the warranty (ROUTE-11, RBOOK-01, RBOOK-03, REP-05, CONST-07)', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: 'Phone Repair Booking' })).toBeVisible();
    for (const name of ['Model', 'Date', 'Time', 'Name', 'Email', 'Phone'])
      expect(screen.getByLabelText(name)).toBeVisible();
    expect(screen.getByLabelText('Message (optional)')).toBeVisible();
    expect(screen.getByRole('radiogroup', { name: 'Urgency' })).toBeVisible();
    const prices = within(screen.getByRole('complementary', { name: 'Prices' }));
    for (const text of ['$79', '$49', '$99', '$59', '90-day repair warranty'])
      expect(prices.getByText(text)).toBeVisible();
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('offers exactly the models and urgencies of the specification (RBOOK-04 to RBOOK-08)', async () => {
    await open();
    const options = [...screen.getByLabelText<HTMLSelectElement>('Model').options].map(({ text }) => text);
    expect(options.slice(1)).toEqual([
      'iPhone 15 Pro Max',
      'iPhone 15 Pro',
      'iPhone 15',
      'Samsung Galaxy S25 Ultra',
      'S25+',
      'S25',
      'Google Pixel 9 Pro',
      'Pixel 9',
    ]);
    for (const name of ['Low Within 7 days', 'Medium Within 3 days', 'High Same day (may incur extra fees)'])
      expect(screen.getByRole('radio', { name })).toBeVisible();
  });

  it('fills in the repair that was chosen on /repair', async () => {
    await open({}, { address: '/booking?service=Screen%20Replacement' });
    expect(screen.getByLabelText('Message (optional)')).toHaveValue('Screen Replacement.');
  });
});

describe('the slots of a day', () => {
  it('are buttons beside the time field; taken ones are disabled (SIL-40)', async () => {
    const { user } = await open();
    fill('Date', '2099-11-24');
    const group = within(
      await screen.findByRole('group', { name: 'Half hours on Tuesday 24 November 2099' }),
    );
    expect(group.getByRole('button', { name: '09:00, taken' })).toBeDisabled();
    await user.click(group.getByRole('button', { name: '09:30' }));
    expect(screen.getByLabelText('Time')).toHaveValue('09:30');
    expect(group.getByRole('button', { name: '09:30' })).toHaveAttribute('aria-pressed', 'true');
    fill('Time', '10:00');
    expect(group.getByRole('button', { name: '10:00' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText('Times of the shop (Asia/Kathmandu).')).toBeVisible();
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('have loading, empty and error states', async () => {
    const { user, network } = await open({
      [slotsAddress]: { success: true, data: { date: '2099-11-24', timeZone, slots: [] } },
      '/api/bookings/slots?date=2099-11-25': down,
    });
    fill('Date', '2099-11-24');
    expect(screen.getByText('Loading the half hours')).toBeInTheDocument();
    expect(await screen.findByText(/^There is no half hour left on this day\./)).toBeVisible();
    fill('Date', '2099-11-25');
    const retry = await screen.findByRole('button', { name: 'Retry' });
    network.answer({ '/api/bookings/slots?date=2099-11-25': slots() });
    await user.click(retry);
    expect(screen.getByLabelText('Date')).toHaveFocus();
    expect(await screen.findByRole('button', { name: '09:30' })).toBeVisible();
  });
});

it('a day without slots has a reason and a button to the next free day (SIL-40)', async () => {
  const { user } = await open({
    '/api/bookings/slots?date=2099-11-21': {
      success: true,
      data: { date: '2099-11-21', timeZone, slots: [], reason: 'closed', nextDay: '2099-11-24' },
    },
  });
  fill('Date', '2099-11-21');
  expect(await screen.findByText(/^The shop is closed on this day\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next free day: Tuesday 24 November 2099' }));
  expect(screen.getByLabelText('Date')).toHaveValue('2099-11-24');
  expect(screen.getByLabelText('Date')).toHaveFocus();
  expect(await screen.findByRole('button', { name: '09:30' })).toBeVisible();
});

describe('submitting the booking', () => {
  it('shows missing fields and focuses the first; a message is optional (RBOOK-09)', async () => {
    const page = await open();
    await send(page);
    expect(screen.getByLabelText('Model')).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent('Please choose a model');
    for (const [label, text] of [
      ['Date', 'Please choose a date'],
      ['Time', 'Please choose a time'],
      ['Name', 'Please fill in Name'],
      ['Email', 'Please fill in Email'],
      ['Phone', 'Please fill in Phone'],
    ] as const)
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(text);
    expect(screen.getByRole('radiogroup')).toHaveAccessibleDescription('Please choose an urgency');
    expect(screen.getByLabelText('Message (optional)')).toBeValid();
    expect(page.network.count(bookAddress)).toBe(0);
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it('books without an account, and shows slot and link; another booking starts with an empty form (RBOOK-01, RBOOK-02, RBOOK-12, ERR-27)', async () => {
    const { reply, requests: sentRequests } = submissions(bookedReply);
    const page = await open({ [bookAddress]: reply });
    await fillIn(page);
    fill('Message (optional)', ' The screen is cracked.\nIt went dark. ');
    await send(page);
    expect(await screen.findByText('Your repair is booked.')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Your request' })).toHaveFocus();
    expect(screen.getByText(/^Tuesday 24 November 2099, 09:30/).parentElement).toHaveTextContent(
      '(Asia/Kathmandu)',
    );
    expect(screen.getByRole('link', { name: 'Follow your request' })).toHaveAttribute('href', link);
    expect(screen.queryByRole('button', { name: 'Book repair' })).not.toBeInTheDocument();
    for (const text of ['Repair of S25+', 'B8C9D0', 'Kathmandu'])
      expect(await screen.findByText(text, { selector: 'dd' })).toBeVisible();
    const calendar = await screen.findByRole('link', { name: 'Add to calendar' });
    expect(decodeURIComponent(calendar.getAttribute('href') ?? '')).toContain('DTSTART:20991124T034500Z');
    expect((await axe.run(document.body)).violations).toEqual([]);
    expect(sentRequests[0]?.body).toEqual({
      model: 'S25+',
      message: 'The screen is cracked.\nIt went dark.',
      urgency: 'medium',
      date: '2099-11-24',
      time: '09:30',
      name: 'Bikash Rai',
      email: 'bikash@kinmel.example',
      phone: '9801234567',
    });
    await page.user.click(screen.getByRole('button', { name: 'Make Another Booking' }));
    expect(screen.getByLabelText('Model')).toHaveValue('');
    expect(screen.getByLabelText('Model')).toHaveFocus();
    expect(screen.getByLabelText('Name')).toHaveValue('');
  });

  it('is busy during the submission: the button shows it, and a second press sends no second request (RBOOK-01)', async () => {
    const waiting = holdReply(bookedReply);
    const page = await open({ [bookAddress]: waiting.reply });
    await fillIn(page);
    await send(page);
    const busy = screen.getByRole('button', { name: 'Booking...' });
    expect(busy).toHaveAttribute('aria-busy', 'true');
    expect(busy).toHaveAttribute('aria-disabled', 'true');
    expect(screen.queryByRole('button', { name: 'Book repair' })).not.toBeInTheDocument();
    await page.user.click(busy);
    // Early input is replayed as a submit of the form, which the button cannot prevent.
    fireEvent.submit(busy);
    waiting.release();
    expect(await screen.findByText('Your repair is booked.')).toBeVisible();
    expect(page.network.count(bookAddress)).toBe(1);
  });

  it.each([
    ['an answer without words', json({}, 500), 'Booking failed'],
    ['no success', json({ success: false, message: 'The shop is closed.' }), 'The shop is closed.'],
    ['a refusal', problem(429, 'too-many-requests', 'Please try later.'), 'Please try later.'],
    ['no answer', down, 'Failed to create booking. Please try again.'],
  ])('shows %s, and keeps the form (RBOOK-11, ERR-27, ERR-28, CONF-41)', async (_what, reply, text) => {
    const page = await open({ [bookAddress]: reply });
    await fillIn(page);
    await send(page);
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByText('Your repair is booked.')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue('Bikash Rai');
    expect(screen.getByRole('button', { name: 'Book repair' })).not.toHaveAttribute('aria-busy');
  });

  it('shows a taken slot at its field with the nearest free ones, and keeps the other fields (SIL-40)', async () => {
    const { reply, requests: sentRequests } = submissions(
      slotTaken('2099-11-24 10:00', '2099-11-25 08:00'),
      bookedReply,
    );
    const page = await open({
      [bookAddress]: reply,
      '/api/bookings/slots?date=2099-11-25': slots(),
    });
    await fillIn(page);
    page.network.answer({ [slotsAddress]: slots('09:00', '09:30') });
    await send(page);
    await waitFor(() => expect(screen.getByLabelText('Time')).toHaveFocus());
    expect(screen.getByLabelText('Time')).toHaveAccessibleDescription(slotTakenText);
    expect(await screen.findByRole('button', { name: '09:30, taken' })).toBeDisabled();
    expect(screen.getByLabelText('Name')).toHaveValue('Bikash Rai');
    await page.user.click(screen.getByRole('button', { name: 'Wednesday 25 November 2099, 08:00' }));
    expect(screen.getByLabelText('Date')).toHaveValue('2099-11-25');
    expect(screen.getByLabelText('Time')).toHaveValue('08:00');
    expect(screen.getByLabelText('Time')).toHaveFocus();
    expect(screen.getByLabelText('Time')).toBeValid();
    await send(page);
    expect(await screen.findByText('Your repair is booked.')).toBeVisible();
    expect(sentRequests[1]?.body).toMatchObject({ date: '2099-11-25', time: '08:00' });
  });
});
