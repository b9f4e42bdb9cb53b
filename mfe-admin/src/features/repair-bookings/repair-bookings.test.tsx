import type { RepairBookingAnswer } from '@kinmel/contracts';
import {
  type Answers,
  axeViolations,
  down,
  json,
  problem,
  type RenderedPage,
  recordBodies,
} from '@kinmel/testing/page';
import { act, screen, waitFor, within } from '@testing-library/react';
import { click, dialog, optionsOf, rowWith } from '../../testing/list-page.ts';
import { openPage, silenceFailures } from '../../testing/open-page.tsx';
import {
  aRepairBooking,
  aScheduleDay,
  newCountAddress,
  newCountAnswer,
  requestId,
  scheduleAnswer,
} from '../../testing/requests.ts';
import { addDays } from '../../time/days.rules.ts';
import { daysToShow, halfHoursOf, mondayOf, readDay } from './schedule.rules.ts';

const booking = aRepairBooking();
const address = `/api/bookings/${booking.id}`;
const week = '/api/bookings/schedule?from=2026-11-23&days=7';
const dayOf = (date: string) => `/api/bookings/schedule?from=${date}&days=1`;
const weekdays = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'];
const closedDays = ['2026-11-28', '2026-11-29'].map((date) => ({ date, slots: [], bookings: [] }));
const weekAnswer = (bookings: readonly RepairBookingAnswer[] = [booking]) =>
  scheduleAnswer([
    ...weekdays.map((date) =>
      aScheduleDay(
        date,
        bookings.filter((one) => one.date === date),
      ),
    ),
    ...closedDays,
  ]);

const statusNames = ['Pending', 'Confirmed', 'In repair', 'Done', 'Cancelled'];
silenceFailures();

const open = (answers: Answers = {}, query = '?date=2026-11-24') =>
  openPage('/admin/repair-bookings', {
    address: `/admin/repair-bookings${query}`,
    answers: {
      [week]: weekAnswer(),
      [dayOf('2026-11-24')]: scheduleAnswer([aScheduleDay('2026-11-24', [booking])]),
      [newCountAddress('repair-booking')]: newCountAnswer(0),
      [newCountAddress('repair-booking', booking.createdAt)]: newCountAnswer(0),
      ...answers,
    },
  });

const day = async (name: string) => within(await screen.findByRole('region', { name }));
const openDetails = async (user: RenderedPage['user']) => {
  await click(user, (await day('Tue, 24 Nov')).getByRole('button', { name: /Bikash Rai/ }));
  return dialog('Booking Details');
};

describe('/admin/repair-bookings', () => {
  it('shows the bookings and free seats of each half hour of a week (SIL-39)', async () => {
    await open();
    const tuesday = await day('Tue, 24 Nov');
    const halfHour = tuesday.getByText('09:30').closest('li') as HTMLElement;
    for (const text of ['Bikash Rai', 'iPhone 15 Pro', 'Pending', '2 free'])
      expect(within(halfHour).getByText(text)).toBeVisible();
    expect((await day('Mon, 23 Nov')).getByText('Today')).toBeVisible();
    // It looks like the buttons beside it.
    expect(screen.getByRole('button', { name: 'Today' }).className).toBe(
      screen.getByRole('button', { name: 'Next week' }).className,
    );
    expect(screen.getAllByRole('region', { name: /Nov$/ })).toHaveLength(5);
    expect(await axeViolations()).toEqual([]);
  });

  it('shows one day and links to other days and weeks, which the address names (SIL-39)', async () => {
    const { user, address: at } = await open({
      [dayOf('2026-11-25')]: scheduleAnswer([aScheduleDay('2026-11-25')]),
      ['/api/bookings/schedule?from=2026-11-30&days=7']: scheduleAnswer([aScheduleDay('2026-11-30')]),
    });
    await day('Tue, 24 Nov');
    await click(user, screen.getByRole('button', { name: 'Day' }));
    await waitFor(() => expect(screen.getAllByRole('region', { name: /Nov$/ })).toHaveLength(1));
    expect(at()).toBe('/admin/repair-bookings?date=2026-11-24&view=day');
    await click(user, screen.getByRole('button', { name: 'Next day' }));
    expect(await day('Wed, 25 Nov')).toBeDefined();
    await click(user, screen.getByRole('button', { name: 'Week' }));
    await day('Fri, 27 Nov');
    await click(user, screen.getByRole('button', { name: 'Next week' }));
    expect(await day('Mon, 30 Nov')).toBeDefined();
  });

  it('shows an error with Retry, and all fields of a booking (SIL-39)', async () => {
    const { user, network, address: at } = await open({ [week]: down });
    expect(await screen.findByRole('alert')).toHaveTextContent('The repair bookings could not be loaded.');
    network.answer({ [week]: weekAnswer() });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    const details = await openDetails(user);
    for (const text of [
      'bikash@example.com',
      'iPhone 15 Pro',
      'Tue, 24 Nov',
      '09:30',
      'Medium',
      'The screen is cracked.',
      'Received',
    ])
      expect(details.getByText(text)).toBeVisible();
    expect(at()).toBe(`/admin/repair-bookings?date=2026-11-24&record=${booking.id}`);
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the status of a booking', () => {
  it('is one of five, and refreshes the free seats (SIL-39)', async () => {
    const { reply, bodies } = recordBodies(
      json({ success: true, data: aRepairBooking({ status: 'confirmed', version: 2 }) }),
    );
    const { user, network } = await open({ [`PUT ${address}`]: reply });
    const details = await openDetails(user);
    await user.click(details.getByRole('button', { name: 'Update Status' }));
    const form = dialog('Update Status');
    expect(optionsOf(form.getByLabelText('Status'))).toEqual(statusNames);
    network.answer({ [week]: weekAnswer([aRepairBooking({ status: 'confirmed', version: 2 })]) });
    await user.selectOptions(form.getByLabelText('Status'), 'confirmed');
    await user.click(form.getByRole('button', { name: 'Save status' }));
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Update Status' })).not.toBeInTheDocument(),
    );
    expect(bodies).toEqual([{ status: 'confirmed', version: 1 }]);
    await waitFor(() => expect(network.count(week)).toBe(2));
    expect(await dialog('Booking Details').findByText('Confirmed')).toBeVisible();
  });
});

describe('moving a booking', () => {
  const moveOf = async (user: RenderedPage['user']) => {
    const details = await openDetails(user);
    await user.click(details.getByRole('button', { name: 'Move booking' }));
    return dialog('Move booking');
  };

  it('offers free half hours and sends the version that was shown (SIL-39)', async () => {
    const wednesday = aScheduleDay('2026-11-25', [
      aRepairBooking({ id: requestId(1), time: '09:00' }),
      aRepairBooking({ id: requestId(2), time: '09:00' }),
      aRepairBooking({ id: requestId(3), time: '09:00' }),
    ]);
    const { reply, bodies } = recordBodies(
      json({ success: true, data: aRepairBooking({ date: '2026-11-25', time: '10:00', version: 2 }) }),
    );
    const { user } = await open({
      [dayOf('2026-11-25')]: scheduleAnswer([wednesday]),
      [`PUT ${address}`]: reply,
    });
    const form = await moveOf(user);
    expect(form.getByText('Tue, 24 Nov, 09:30')).toBeVisible();
    const currentSlot = await form.findByRole('radio', { name: /09:30/ });
    expect(currentSlot).toBeDisabled();
    const date = form.getByLabelText('Date');
    await act(() => user.clear(date));
    await act(() => user.type(date, '2026-11-25'));
    expect(await form.findByRole('radio', { name: /09:00\s*full/ })).toBeDisabled();
    await user.click(form.getByRole('button', { name: 'Move booking' }));
    expect(form.getByText('Please choose a half hour.')).toBeVisible();
    await user.click(form.getByRole('radio', { name: /10:00\s*3 free/ }));
    await user.type(form.getByLabelText(/^Admin notes/), 'The part comes late.');
    expect(form.getByText('The customer reads this note.')).toBeVisible();
    expect(await axeViolations()).toEqual([]);
    await user.click(form.getByRole('button', { name: 'Move booking' }));
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Move booking' })).not.toBeInTheDocument(),
    );
    expect(bodies).toEqual([
      { date: '2026-11-25', time: '10:00', adminNotes: 'The part comes late.', version: 1 },
    ]);
  });

  it('offers the nearest free half hours when one is taken, and shows a concurrent move (SIL-39, S-10)', async () => {
    const message = 'This time is taken. Please choose another one.';
    const slotTaken = problem(409, 'slot-taken', message, [
      { path: 'time', message },
      { path: 'nearest', message: '2026-11-25 09:00' },
    ]);
    const { user, network } = await open({
      [`PUT ${address}`]: slotTaken,
      [dayOf('2026-11-25')]: scheduleAnswer([aScheduleDay('2026-11-25')]),
    });
    const form = await moveOf(user);
    await user.click(await form.findByRole('radio', { name: /10:00/ }));
    await user.click(form.getByRole('button', { name: 'Move booking' }));
    expect(await form.findByRole('alert')).toHaveTextContent(message);
    await act(() => user.click(form.getByRole('button', { name: 'Wed, 25 Nov, 09:00' })));
    expect(form.getByLabelText('Date')).toHaveValue('2026-11-25');
    expect(await form.findByRole('radio', { name: /09:00/ })).toBeChecked();
    network.answer({
      [`PUT ${address}`]: problem(409, 'version-conflict', 'Somebody changed this request meanwhile.'),
      [address]: { success: true, data: aRepairBooking({ time: '09:00', version: 2 }) },
    });
    await user.click(form.getByRole('button', { name: 'Move booking' }));
    const rows = within(await form.findByRole('alert')).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toContain('TimeTue, 24 Nov, 09:00Wed, 25 Nov, 09:00');
    expect(form.getByRole('radio', { name: /09:00/ })).toBeChecked();
  });
});

describe('the list of bookings', () => {
  const list = (query = '') => `/api/bookings?page=1&limit=20${query}`;
  const listAnswer = (bookings: readonly RepairBookingAnswer[]) => ({
    success: true,
    data: { bookings },
  });
  const row = () => rowWith('Repair bookings', 'Bikash Rai');

  it('searches and filters on the server (SIL-39)', async () => {
    const { user, address: at } = await open(
      {
        [list()]: listAnswer([booking]),
        [list('&status=done')]: listAnswer([]),
        [list('&status=done&search=rai')]: listAnswer([]),
        [newCountAddress('repair-booking', undefined, 'status=done')]: newCountAnswer(0),
        [newCountAddress('repair-booking', booking.createdAt, 'status=done')]: newCountAnswer(0),
        [newCountAddress('repair-booking', undefined, 'status=done&search=rai')]: newCountAnswer(0),
        [newCountAddress('repair-booking', booking.createdAt, 'status=done&search=rai')]: newCountAnswer(0),
      },
      '?view=list',
    );
    await row();
    await act(() => user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'done'));
    expect(await screen.findByText('No repair bookings found')).toBeVisible();
    await act(() => user.type(screen.getByRole('searchbox'), 'rai{Enter}'));
    await waitFor(() => expect(at()).toBe('/admin/repair-bookings?view=list&status=done&search=rai'));
  });

  it('restores a refused status and asks for a note before an unusual step (SIL-38)', async () => {
    const { user } = await open({ [list()]: listAnswer([booking]), [`PUT ${address}`]: down }, '?view=list');
    await act(async () => user.selectOptions((await row()).getByRole('combobox'), 'confirmed'));
    expect(await screen.findByText('Failed to update the booking')).toBeVisible();
    expect((await row()).getByRole('combobox')).toHaveValue('pending');
    await act(async () => user.selectOptions((await row()).getByRole('combobox'), 'done'));
    expect(dialog('Update Status').getByLabelText('Status')).toHaveValue('done');
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the days of the schedule', () => {
  it('start on Monday, and are read from an address only when valid (SIL-39)', () => {
    expect(['2026-11-23', '2026-11-27', '2026-11-29'].map(mondayOf)).toEqual(Array(3).fill('2026-11-23'));
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(['2026-02-30', 'today', '2026-11-2', null].map(readDay)).toEqual(Array(4).fill(undefined));
    expect(readDay('2028-02-29')).toBe('2028-02-29');
  });

  it('include a booking outside opening hours', () => {
    const saturday = aRepairBooking({ date: '2026-11-28', time: '12:15' });
    const days = [{ date: '2026-11-28', slots: [], bookings: [saturday] }, ...closedDays.slice(1)];
    expect(daysToShow(days)).toHaveLength(1);
    expect(halfHoursOf(days[0] as (typeof days)[0])).toEqual([
      { time: '12:15', free: undefined, isAhead: false, bookings: [saturday] },
    ]);
  });
});
