import {
  repairBookingCancelled,
  repairBookingMoved,
  repairBookingReceived,
  repairBookingStatusChanged,
} from '@kinmel/contracts';
import { eventually } from '@kinmel/testing';
import type request from 'supertest';
import { mailboxSpellings, personalData } from '../testing/request-forms.ts';
import { testWithRequests } from '../testing/test-requests.ts';
import type { TestInstance } from '../testing/test-service-request.ts';
import { slotTimes } from './slot.rules.ts';

const shop = testWithRequests();
const { asAdmin, call, readByLink, eventsOf, step } = shop;
let twin: TestInstance;
beforeAll(async () => {
  twin = await shop.service.startTwin();
});

const book = (form?: object, at?: TestInstance, key?: string) =>
  shop.send('repair-booking', form, { ...(at ? { at } : {}), ...(key ? { key } : {}) });
const submitBooking = (form?: object) => shop.submit('repair-booking', form);
const fillSeats = async (count: number, form?: object) => {
  for (let seat = 0; seat < count; seat += 1) await book(form).expect(201);
};
const list = (query?: object) => shop.list('repair-booking', query);
const put = (id: string, body: object, at?: TestInstance) => shop.put('repair-booking', id, body, at);
const dayOf = async (date = '2026-11-24') =>
  (await call('get', `/api/bookings/slots?date=${date}`).expect(200)).body.data;
const freeAt = async (time: string, date?: string) =>
  (await dayOf(date)).slots.find((slot: { time: string }) => slot.time === time)?.free;
/** Concurrent calls, alternately on both instances. */
const sendConcurrently = (count: number, send: (index: number, at: TestInstance) => request.Test) =>
  Promise.all(Array.from({ length: count }, (_, index) => send(index, index % 2 ? twin : shop.service)));
const nearest = [
  { path: 'time', message: 'This time is taken. Please choose another one.' },
  { path: 'nearest', message: '2026-11-24 09:00' },
  { path: 'nearest', message: '2026-11-24 10:00' },
  { path: 'nearest', message: '2026-11-24 08:30' },
];

describe('a repair booking', () => {
  it('is made without an account, takes a seat, and is answered with a link (RBOOK-11, RBOOK-12, API-30, API-31, SIL-49)', async () => {
    const { body } = await book().expect(201);
    expect(body).toEqual({
      success: true,
      message: 'Your repair is booked.',
      data: { date: '2026-11-24', time: '09:30', timeZone: 'Asia/Kathmandu' },
      trackingLink: expect.stringMatching(/^\/request-links\/b[\w-]{43}$/),
    });
    expect(await freeAt('09:30')).toBe(2);
    const [event] = await eventsOf(repairBookingReceived.type);
    expect(event?.data).toMatchObject({
      subject: 'Repair of iPhone 15 Pro',
      startsAt: '2026-11-24T03:45:00.000Z',
      appointment: { date: '2026-11-24', time: '09:30', timeZone: 'Asia/Kathmandu' },
    });
    const page = await readByLink(body.trackingLink);
    expect(page).toMatchObject({ status: 'pending', actions: ['reschedule', 'cancel'] });
    expect(JSON.stringify(page)).not.toMatch(personalData);
  });

  it.each([
    ['no name', { name: ' ' }, 'Please fill in Name'],
    ['no e-mail', { email: undefined }, 'Please fill in Email'],
    ['an invalid address', { email: 'bikash' }, 'Please enter a valid email address'],
    ['no phone', { phone: '' }, 'Please fill in Phone'],
    ['a phone without a number', { phone: '----------' }, 'Please enter a valid phone number'],
    ['an invisible name', { name: '\u200B\u3164' }, 'Please fill in Name'],
    ['a model that is not listed', { model: 'Nokia 3310' }, 'Please choose a model'],
    ['an urgency that is not listed', { urgency: 'other' }, 'Please choose an urgency'],
    ['a day that does not exist', { date: '2026-02-30' }, 'Please choose a date'],
    ['a day before today', { date: '2026-11-21' }, 'The date cannot be before today'],
    ['a time that does not exist', { time: '25:61' }, 'Please choose a time'],
    ['a message of 10 kB', { message: 'x'.repeat(10_000) }, 'Message must be at most 2000 characters'],
    ['a line break in the name', { name: 'A\r\nBcc: all@example.com' }, 'Name must be one line'],
  ])(
    'is refused with %s, and takes no seat (SR-G26, RBOOK-09 to RBOOK-11, G-01, G-02)',
    async (_what, overrides, text) => {
      const { status, body } = await book(overrides);
      expect([status, body.success, body.error]).toEqual([400, false, text]);
      expect(await list()).toEqual([]);
      expect(await freeAt('09:30')).toBe(3);
    },
  );

  it('of a taken slot is refused with the nearest free slots, and the next slot is free (SR-B4)', async () => {
    await fillSeats(3);
    const { status, body } = await book();
    expect([status, body.code, body.details]).toEqual([409, 'slot-taken', nearest]);
    expect(await freeAt('09:30')).toBe(0);
    await book({ time: '10:00' }).expect(201);
  });

  it('of a past slot is refused the same way', async () => {
    const { status, body } = await book({ date: '2026-11-23', time: '08:00' });
    expect([status, body.code, body.details[1].message]).toEqual([409, 'slot-taken', '2026-11-23 12:00']);
    expect(body.message).toBe('This time can no longer be booked. Please choose another one.');
  });

  it('sent several times at once under one key for the last seat is answered each time with the same booking (SR-G1, SR-B4)', async () => {
    for (const time of ['08:00', '08:30', '10:00', '10:30', '11:00']) {
      await fillSeats(2, { time });
      const answers = await sendConcurrently(8, (_, at) => book({ time }, at, `the-last-seat-${time}`));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      expect(new Set(answers.map(({ body }) => body.trackingLink)).size).toBe(1);
    }
  });

  it('fits exactly three times into a slot: 50 at once on two instances, 20 rounds (SIL-40, SR-B4)', async () => {
    for (const date of ['2026-11-24', '2026-11-25'])
      for (const time of slotTimes.slice(0, 10)) {
        const answers = await sendConcurrently(50, (index, at) =>
          book({ date, time, email: `p${index}@example.com` }, at),
        );
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
        expect(answers.filter(({ status }) => status === 409)).toHaveLength(47);
        expect(await freeAt(time, date)).toBe(0);
      }
  }, 120_000);
});

describe('the slots of a day', () => {
  it('have free seats, do not exist on a day without repairs, and are never cached (SIL-40)', async () => {
    expect((await dayOf()).slots).toHaveLength(18);
    expect((await dayOf('2026-12-25')).slots).toEqual([]);
    expect((await dayOf('2026-11-23')).slots[0]).toEqual({ time: '12:00', free: 3 });
    const { headers } = await call('get', '/api/bookings/slots?date=2026-11-24');
    expect(headers['cache-control']).toBe('no-store');
    for (const date of ['', '2026-02-30', 'x', '$ne'])
      await call('get', `/api/bookings/slots?date=${date}`).expect(400);
  });

  it.each([
    ['2026-11-28', 'closed', '2026-11-30'],
    ['2026-11-22', 'over', '2026-11-23'],
    ['2027-05-05', 'too-far', null],
    ['2026-11-24', null, null],
  ])('have on %s the reason %s and the next day %s (SIL-40, SR-B2)', async (date, reason, nextDay) => {
    expect(await dayOf(date)).toMatchObject({ reason, nextDay });
  });

  it('name the next free day after a full one (SIL-40, SR-B4)', async () => {
    shop.service.setClock('2026-11-23T10:30:00Z');
    await fillSeats(3, { date: '2026-11-23', time: '16:30' });
    expect(await dayOf('2026-11-23')).toMatchObject({
      slots: [{ time: '16:30', free: 0 }],
      reason: null,
      nextDay: '2026-11-24',
    });
  });
});

describe('staff', () => {
  it('confirm, move and restore bookings, with their seats (SIL-39, SR-B6, SR-B8)', async () => {
    const { id, link } = await submitBooking();
    await put(id, { status: 'confirmed' }).expect(200);
    await put(id, { date: '2026-11-25', time: '14:00', adminNotes: 'Our engineer is away.' }).expect(200);
    expect([await freeAt('09:30'), await freeAt('14:00', '2026-11-25')]).toEqual([3, 2]);
    expect(await readByLink(link)).toMatchObject({
      note: 'Our engineer is away.',
      appointment: { date: '2026-11-25', time: '14:00', startsAt: '2026-11-25T08:15:00.000Z' },
    });
    const [moved] = await eventsOf(repairBookingMoved.type);
    expect(moved?.data).toMatchObject({ from: { time: '09:30' }, by: 'admin' });
    await put(id, { status: 'cancelled', adminNotes: 'No parts.' }).expect(200);
    expect(await freeAt('14:00', '2026-11-25')).toBe(3);
    await put(id, { status: 'confirmed', adminNotes: 'They came.' }).expect(200);
    expect(await freeAt('14:00', '2026-11-25')).toBe(2);
    await eventsOf(repairBookingCancelled.type);
    await eventsOf(repairBookingStatusChanged.type, 2);
  });

  it('restore a cancelled booking only to a free seat; a taken slot is refused with the nearest free slots, also in a bulk update (SR-B4, SR-B6, SR-G8)', async () => {
    const { id, link } = await submitBooking();
    await step(link, 'cancel').expect(200);
    await fillSeats(3);
    const restoring = { status: 'confirmed', adminNotes: 'They called.' };
    const { status, body } = await put(id, restoring);
    expect([status, body.code, body.details]).toEqual([409, 'slot-taken', nearest]);
    const bulk = await asAdmin('post', '/api/admin/requests/status')
      .send({ kind: 'repair-booking', ...restoring, requests: [{ id, version: 2 }] })
      .expect(200);
    expect(bulk.body.data).toEqual([{ id, problem: expect.objectContaining({ code: 'slot-taken' }) }]);
    expect(await readByLink(link)).toMatchObject({ status: 'cancelled', version: 2 });
    expect(await freeAt('09:30')).toBe(0);
  });

  it('are refused a date without a time, and a Saturday', async () => {
    const { id } = await submitBooking();
    for (const newSlot of [{ date: '2026-11-25' }, { date: '2026-11-28', time: '09:30' }])
      await put(id, newSlot).expect(400);
    expect(await list()).toMatchObject([{ status: 'pending', version: 1 }]);
  });

  it('see in the schedule each slot of a week with its free seats and all bookings (SIL-39, SR-B9, C-04)', async () => {
    const schedule = (query: object) => asAdmin('get', '/api/bookings/schedule').query(query);
    await book().expect(201);
    await step((await submitBooking()).link, 'cancel').expect(200);
    await book({ date: '2026-11-23', time: '12:00' }).expect(201);
    shop.service.setClock('2026-11-23T07:00:00Z');
    const { data } = (await schedule({ from: '2026-11-23', days: '7' }).expect(200)).body;
    expect(data).toMatchObject({ timeZone: 'Asia/Kathmandu', today: '2026-11-23', seats: 3 });
    const day = (date: string) => data.days.find((one: { date: string }) => one.date === date);
    const slot = (date: string, time: string) =>
      day(date).slots.find((one: { time: string }) => one.time === time);
    expect(slot('2026-11-24', '09:30')).toEqual({ time: '09:30', free: 2, isAhead: true });
    expect(slot('2026-11-23', '12:00')).toEqual({ time: '12:00', free: 2, isAhead: false });
    expect(day('2026-11-24').slots).toHaveLength(18);
    const statuses = day('2026-11-24').bookings.map(({ status }: { status: string }) => status);
    expect(statuses.toSorted()).toEqual(['cancelled', 'pending']);
    expect(day('2026-11-28')).toEqual({ date: '2026-11-28', slots: [], bookings: [] });
    for (const days of ['8', '0']) await schedule({ from: '2026-11-23', days }).expect(400);
    for (const query of [{}, { from: 'today' }]) await schedule(query).expect(400);
  });
});

describe('the holder of the link', () => {
  it('cancels once, which frees the seat (SR-B7)', async () => {
    const { link } = await submitBooking();
    const first = (await step(link, 'cancel').expect(200)).body.data;
    expect(first).toMatchObject({ status: 'cancelled', actions: [] });
    expect((await step(link, 'cancel').expect(200)).body.data).toEqual(first);
    expect(await freeAt('09:30')).toBe(3);
    await eventsOf(repairBookingCancelled.type);
  });

  it('moves only to a free slot (SR-B8)', async () => {
    const { link } = await submitBooking();
    await fillSeats(3, { time: '10:00' });
    const refused = await step(link, 'reschedule', { date: '2026-11-24', time: '10:00' });
    expect([refused.status, refused.body.code]).toEqual([409, 'slot-taken']);
    expect(await freeAt('09:30')).toBe(2);
    const newSlot = { date: '2026-11-25', time: '11:00' };
    const { body } = await step(link, 'reschedule', newSlot).expect(200);
    expect(body.data.appointment).toMatchObject(newSlot);
    expect([await freeAt('09:30'), await freeAt('11:00', '2026-11-25')]).toEqual([3, 2]);
  });

  it('moves twice at once to the last seat of a slot, and both calls succeed (SR-B8)', async () => {
    for (const date of ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30', '2026-12-01']) {
      const { link } = await submitBooking();
      await fillSeats(2, { date });
      const answers = await sendConcurrently(6, (_, at) =>
        step(link, 'reschedule', { date, time: '09:30' }, at),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await readByLink(link)).toMatchObject({ version: 2, appointment: { date } });
    }
  });

  it('cannot accept or decline a repair (SR-T2)', async () => {
    const { link } = await submitBooking();
    for (const what of ['accept', 'decline']) await step(link, what, { version: 1 }).expect(404);
  });

  it('reschedules and cancels while staff move, with one outcome and consistent seats: 100 rounds on two instances', async () => {
    const dates = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30', '2026-12-01'];
    const rounds = Array.from({ length: 100 }, async (_, round) => {
      const date = dates[Math.floor(round / 18)];
      const time = slotTimes[round % 18];
      const email = `r${round}@example.com`;
      const { trackingLink: link } = (await book({ date, time, email }).expect(201)).body;
      const [{ id }] = await list({ search: email });
      const results = await Promise.all([
        step(link, 'reschedule', { date: '2026-12-02', time: '09:00' }, twin),
        step(link, 'cancel'),
        put(id, { date: '2026-12-03', time: '09:00', version: 1 }, twin),
      ]);
      expect(results.every(({ status }) => [200, 409].includes(status))).toBe(true);
    });
    await Promise.all(rounds);
    const stored = await shop.stored('repair-booking');
    for (const { status, seat, date, time, version, history } of stored) {
      expect(seat === undefined).toBe(status === 'cancelled');
      if (seat !== undefined) expect(String(seat).startsWith(`${date} ${time} `)).toBe(true);
      expect(history).toHaveLength(version);
    }
    const seats = stored.flatMap(({ seat }) => (seat === undefined ? [] : [seat]));
    expect(new Set(seats).size).toBe(seats.length);
    // One event per history entry.
    const changes = stored.reduce((sum, { version }) => sum + version, 0);
    await eventually(() => expect(shop.published().size).toBe(changes));
  }, 60_000);
});

describe('moves by the holder of the link are limited per hour (SR-B10)', () => {
  const limitedShop = testWithRequests({ 'repair-move': 3, 'moves-of-one-repair': 2 });
  const linkOf = async (form?: object) => (await limitedShop.submit('repair-booking', form)).link;
  const move = async (link: string, hour: number, network: number) =>
    (
      await limitedShop
        .step(link, 'reschedule', { date: '2026-11-25', time: `${hour}:00` })
        .set('X-Forwarded-For', `203.0.113.${network}`)
    ).status;

  it('of one booking across networks; a refused move sends no event, and staff can still move it (SR-B10)', async () => {
    const { id, link } = await limitedShop.submit('repair-booking');
    expect([await move(link, 10, 1), await move(link, 11, 2), await move(link, 12, 3)]).toEqual([
      200, 200, 429,
    ]);
    const { body, headers } = await limitedShop.step(link, 'reschedule', {
      date: '2026-11-25',
      time: '14:00',
    });
    expect([body.code, Number(headers['retry-after']) > 0]).toEqual(['too-many-requests', true]);
    await limitedShop.put('repair-booking', id, { date: '2026-11-26', time: '09:00' }).expect(200);
    await limitedShop.eventsOf(repairBookingMoved.type, 3);
  });

  it.each([
    ['network', [1, 2, 3, 4].map((n) => `p${n}@example.com`), [20, 20, 20, 20], [200, 200, 200, 200, 200]],
    ['mailbox in any spelling', mailboxSpellings, [30, 31, 32, 33], [200, 200, 200, 429, 429]],
  ] as const)(
    'across bookings of one %s: by mailbox, while a few people of one network are not refused (SR-B10)',
    async (_what, emails, networks, expected) => {
      const statuses: number[] = [];
      let link = '';
      for (const [index, email] of emails.entries()) {
        link = await linkOf({ time: `1${index}:30`, email });
        statuses.push(await move(link, 10 + index, networks[index] ?? 0));
      }
      expect([...statuses, await move(link, 14, 40)]).toEqual(expected);
    },
  );

  it('without counting a move to the current slot (SR-B8, SR-B10)', async () => {
    const link = await linkOf();
    for (let time = 0; time < 4; time += 1)
      await limitedShop.step(link, 'reschedule', { date: '2026-11-24', time: '09:30' }).expect(200);
  });
});
