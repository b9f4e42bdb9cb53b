import {
  repairBookingCancelled,
  repairBookingMoved,
  repairBookingReceived,
  repairBookingStatusChanged,
} from '@kinmel/contracts';
import { eventually } from '@kinmel/testing';
import request from 'supertest';
import { aBooking } from '../testing/booking-form.ts';
import { mailboxSpellings } from '../testing/mailbox-spellings.ts';
import {
  startTestServiceRequest,
  type TestInstance,
  type TestServiceRequest,
} from '../testing/test-service-request.ts';

let service: TestServiceRequest;
let twin: TestInstance;
/** Events of earlier tests. */
let toldBefore = 0;

beforeAll(async () => {
  service = await startTestServiceRequest();
  twin = await service.startTwin();
});
afterEach(async () => {
  service.setClock('2026-11-23T06:00:00Z');
  await service.database.empty();
  toldBefore = service.bus.published.length;
});
afterAll(() => service.stop());

const admin = () => ({ Authorization: `Bearer ${service.tokens.admin()}` });
const book = (form: object = aBooking(), at: TestInstance = service, key?: string) => {
  const call = request(at.server).post('/api/bookings');
  return (key === undefined ? call : call.set('Idempotency-Key', key)).send(form);
};
const slots = async (date = '2026-11-24') =>
  (await request(service.server).get(`/api/bookings/slots?date=${date}`).expect(200)).body.data.slots as {
    time: string;
    free: number;
  }[];
const freeAt = async (time: string, date?: string) =>
  (await slots(date)).find((slot) => slot.time === time)?.free;
const list = async (query = '') =>
  (await request(service.server).get(`/api/bookings${query}`).set(admin()).expect(200)).body.data.bookings;
const all = { status: undefined, search: '', skip: 0, limit: 10 };
const put = (id: string, body: object, at: TestInstance = service) =>
  request(at.server).put(`/api/bookings/${id}`).set(admin()).send(body);
const step = (link: string, what: string, body: object = {}, at: TestInstance = service) =>
  request(at.server).post(`/api${link}/${what}`).send(body);
const seen = async (link: string) => (await request(service.server).get(`/api${link}`).expect(200)).body.data;
const told = () =>
  new Map(service.bus.published.slice(toldBefore).map((event) => [event.eventId, event] as const));
const sent = (type: string, count = 1) =>
  eventually(() => {
    const events = [...told().values()].filter((event) => event.type === type);
    expect(events).toHaveLength(count);
    return events;
  });

describe('a repair booking', () => {
  it('is made without an account, takes a seat, and is answered with a link (RBOOK-12, API-30, API-31, SIL-49)', async () => {
    const { body } = await book().expect(201);
    expect(body).toEqual({
      success: true,
      message: 'Your repair is booked.',
      data: { date: '2026-11-24', time: '09:30', timeZone: 'Asia/Kathmandu' },
      trackingLink: expect.stringMatching(/^\/tracking\/b[\w-]{43}$/),
    });
    expect(await freeAt('09:30')).toBe(2);
    const [event] = await sent(repairBookingReceived.type);
    expect(event?.data).toMatchObject({
      subject: 'Repair of iPhone 15 Pro',
      startsAt: '2026-11-24T03:45:00.000Z',
      appointment: { date: '2026-11-24', time: '09:30', timeZone: 'Asia/Kathmandu' },
    });
    const page = await seen(body.trackingLink);
    expect(page).toMatchObject({ status: 'pending', actions: ['reschedule', 'cancel'] });
    expect(JSON.stringify(page)).not.toMatch(/Bikash|bikash|9801/);
  });

  it.each([
    ['no name', { name: ' ' }, 'Please fill in Name'],
    ['no e-mail', { email: undefined }, 'Please fill in Email'],
    ['an address that is none', { email: 'bikash' }, 'Please enter a valid email address'],
    ['no phone', { phone: '' }, 'Please fill in Phone'],
    ['a model that is not listed', { model: 'Nokia 3310' }, 'Please choose a model'],
    ['an urgency that is not listed', { urgency: 'other' }, 'Please choose an urgency'],
    ['a day that there is not', { date: '2026-02-30' }, 'Please choose a date'],
    ['a day before today', { date: '2026-11-21' }, 'The date cannot be before today'],
    ['a day far ahead', { date: '9999-12-31' }, 'Repairs can be booked 90 days ahead'],
    ['a time that there is not', { time: '25:61' }, 'Please choose a time'],
    ['a time that is no half hour', { time: '09:31' }, 'Please choose a half hour between 08:00 and 17:00'],
    ['a message of 10 kB', { message: 'x'.repeat(10_000) }, 'Message must be at most 2000 characters'],
    ['a line break in the name', { name: 'A\r\nBcc: all@example.com' }, 'Name must be one line'],
  ])('is refused with %s, and takes no seat (RBOOK-09, RBOOK-10, G-01, G-02)', async (_what, over, text) => {
    const { status, body } = await book(aBooking(over));
    expect([status, body.error]).toEqual([400, text]);
    expect(await list()).toEqual([]);
    expect(await freeAt('09:30')).toBe(3);
  });

  it('of a taken slot is refused with the nearest free slots, and the next slot is free (B4)', async () => {
    for (let seat = 0; seat < 3; seat += 1) await book().expect(201);
    const { status, body } = await book();
    expect([status, body.code]).toEqual([409, 'slot-taken']);
    expect(body.details).toEqual([
      { path: 'time', message: 'This time is taken. Please choose another one.' },
      { path: 'nearest', message: '2026-11-24 09:00' },
      { path: 'nearest', message: '2026-11-24 10:00' },
      { path: 'nearest', message: '2026-11-24 08:30' },
    ]);
    expect(await freeAt('09:30')).toBe(0);
    await book(aBooking({ time: '10:00' })).expect(201);
  });

  it('of a past slot is refused the same way', async () => {
    const { status, body } = await book(aBooking({ date: '2026-11-23', time: '08:00' }));
    expect([status, body.code, body.details[1].message]).toEqual([409, 'slot-taken', '2026-11-23 12:00']);
    expect(body.message).toBe('This time can no longer be booked. Please choose another one.');
  });

  it.each([
    ['a Saturday', '2026-11-28', 'closed', '2026-11-30'],
    ['yesterday', '2026-11-22', 'over', '2026-11-23'],
    ['a day far ahead', '2027-05-05', 'too-far', null],
    ['a working day', '2026-11-24', null, null],
  ])('has on %s %s the reason %s and the next day %s (SIL-40, B2)', async (_what, date, reason, nextDay) => {
    const { body } = await request(service.server).get(`/api/bookings/slots?date=${date}`).expect(200);
    expect(body.data).toMatchObject({ reason, nextDay });
  });

  it('finds the next free day after a full one (SIL-40, B4)', async () => {
    service.setClock('2026-11-23T10:30:00Z');
    for (let seat = 0; seat < 3; seat += 1)
      await book(aBooking({ date: '2026-11-23', time: '16:30' })).expect(201);
    const { body } = await request(service.server).get('/api/bookings/slots?date=2026-11-23').expect(200);
    expect(body.data).toMatchObject({
      slots: [{ time: '16:30', free: 0 }],
      reason: null,
      nextDay: '2026-11-24',
    });
  });

  it('is made once when it is sent again or twice at once (G1)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        book(aBooking(), index % 2 ? twin : service, 'one-and-the-same'),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.trackingLink)).size).toBe(1);
    expect(await freeAt('09:30')).toBe(2);
  });

  it('sent twice at once under one key for the last seat is answered both times with the same booking (G1, B4)', async () => {
    for (const time of ['08:00', '08:30', '10:00', '10:30', '11:00']) {
      for (let seat = 0; seat < 2; seat += 1) await book(aBooking({ time })).expect(201);
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          book(aBooking({ time }), index % 2 ? twin : service, `the-last-seat-${time}`),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
      expect(new Set(answers.map(({ body }) => body.trackingLink)).size).toBe(1);
    }
  });

  it('fits exactly three times into a slot: 50 at once on two instances, 20 rounds (SIL-40, B4)', async () => {
    const days = ['2026-11-24', '2026-11-25'];
    const times = ['08:00', '08:30', '10:00', '10:30', '11:00', '11:30', '14:00', '14:30', '15:00', '15:30'];
    for (const date of days) {
      for (const time of times) {
        const answers = await Promise.all(
          Array.from({ length: 50 }, (_, index) =>
            book(aBooking({ date, time, email: `p${index}@example.com` }), index % 2 ? twin : service),
          ),
        );
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
        expect(answers.filter(({ status }) => status === 409)).toHaveLength(47);
        expect(await freeAt(time, date)).toBe(0);
      }
    }
  }, 120_000);

  it('is limited per hour by network (G7, G-03)', async () => {
    const few = await startTestServiceRequest({ 'repair-booking': 10 });
    try {
      const statuses: number[] = [];
      for (let index = 0; index < 12; index += 1) {
        const time = `${String(8 + Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`;
        statuses.push((await book(aBooking({ time, email: `p${index}@example.com` }), few)).status);
      }
      expect(statuses).toEqual([...Array(10).fill(201), 429, 429]);
    } finally {
      await few.stop();
    }
  });
});

describe('the slots of a day', () => {
  it('have free seats, are none on a day without repairs, and are never cached (SIL-40)', async () => {
    expect(await slots()).toHaveLength(18);
    expect(await slots('2026-11-28')).toEqual([]);
    expect(await slots('2026-12-25')).toEqual([]);
    expect((await slots('2026-11-23'))[0]).toEqual({ time: '12:00', free: 3 });
    const { headers } = await request(service.server).get('/api/bookings/slots?date=2026-11-24');
    expect(headers['cache-control']).toBe('no-store');
    for (const date of ['', '2026-02-30', 'x', '$ne'])
      expect((await request(service.server).get(`/api/bookings/slots?date=${date}`)).status).toBe(400);
  });
});

describe('staff', () => {
  it('list, confirm, move and restore bookings, with their seats (SIL-39, B6, B8)', async () => {
    const { body } = await book().expect(201);
    const [{ id }] = await list('?search=BIKASH&status=pending');
    expect((await put(id, { status: 'confirmed' }).expect(200)).body.data).toMatchObject({ version: 2 });
    await put(id, { date: '2026-11-25', time: '14:00', adminNotes: 'Our engineer is away.' }).expect(200);
    expect([await freeAt('09:30'), await freeAt('14:00', '2026-11-25')]).toEqual([3, 2]);
    expect(await seen(body.trackingLink)).toMatchObject({
      note: 'Our engineer is away.',
      appointment: { date: '2026-11-25', time: '14:00', startsAt: '2026-11-25T08:15:00.000Z' },
    });
    const [moved] = await sent(repairBookingMoved.type);
    expect(moved?.data).toMatchObject({ from: { time: '09:30' }, by: 'admin' });
    await put(id, { status: 'cancelled', adminNotes: 'No parts.' }).expect(200);
    expect(await freeAt('14:00', '2026-11-25')).toBe(3);
    await put(id, { status: 'confirmed', adminNotes: 'They came.' }).expect(200);
    expect(await freeAt('14:00', '2026-11-25')).toBe(2);
    await sent(repairBookingCancelled.type);
    await sent(repairBookingStatusChanged.type, 2);
  });

  it('restore a cancelled booking only to a free seat; a taken slot is refused with the nearest free slots, also in a bulk update (B4, B6, G8)', async () => {
    const { trackingLink } = (await book().expect(201)).body;
    const [{ id }] = await list();
    await step(trackingLink, 'cancel').expect(200);
    for (let seat = 0; seat < 3; seat += 1) await book().expect(201);
    const back = { status: 'confirmed', adminNotes: 'They called.' };
    const { status, body } = await put(id, back);
    expect([status, body.code]).toEqual([409, 'slot-taken']);
    expect(body.details).toEqual([
      { path: 'time', message: 'This time is taken. Please choose another one.' },
      { path: 'nearest', message: '2026-11-24 09:00' },
      { path: 'nearest', message: '2026-11-24 10:00' },
      { path: 'nearest', message: '2026-11-24 08:30' },
    ]);
    const bulk = await request(service.server)
      .post('/api/admin/requests/status')
      .set(admin())
      .send({ kind: 'repair-booking', ...back, requests: [{ id, version: 2 }] })
      .expect(200);
    expect(bulk.body.data).toEqual([{ id, problem: expect.objectContaining({ code: 'slot-taken' }) }]);
    expect(await seen(trackingLink)).toMatchObject({ status: 'cancelled', version: 2 });
    expect(await freeAt('09:30')).toBe(0);
  });

  it.each([
    ['an unknown status', { status: 'gone' }, 400],
    ['a date without a time', { date: '2026-11-25' }, 400],
    ['a Saturday', { date: '2026-11-28', time: '09:30' }, 400],
    ['a stale version', { status: 'confirmed', version: 9 }, 409],
    ['a step over without a note', { status: 'done' }, 409],
  ])('are refused with %s', async (_what, body, status) => {
    await book().expect(201);
    const [{ id }] = await list();
    expect((await put(id, body)).status).toBe(status);
    expect(await list()).toEqual([expect.objectContaining({ status: 'pending', version: 1 })]);
  });

  it.each([
    ['nobody', 401, () => ({})],
    ['a customer', 403, () => ({ Authorization: `Bearer ${service.tokens.customer()}` })],
  ])('alone read and change: %s is answered %i', async (_who, status, headers) => {
    await book().expect(201);
    const [{ id }] = await list();
    expect((await request(service.server).get('/api/bookings').set(headers())).status).toBe(status);
    const change = request(service.server).put(`/api/bookings/${id}`).set(headers());
    expect((await change.send({ status: 'done' })).status).toBe(status);
  });
});

describe('the holder of the link', () => {
  it('cancels once, which frees the seat (B7)', async () => {
    const { trackingLink } = (await book().expect(201)).body;
    const first = (await step(trackingLink, 'cancel').expect(200)).body.data;
    expect(first).toMatchObject({ status: 'cancelled', actions: [] });
    expect((await step(trackingLink, 'cancel').expect(200)).body.data).toEqual(first);
    expect(await freeAt('09:30')).toBe(3);
    await sent(repairBookingCancelled.type);
  });

  it('moves only to a free slot (B8)', async () => {
    const { trackingLink } = (await book().expect(201)).body;
    for (let seat = 0; seat < 3; seat += 1) await book(aBooking({ time: '10:00' })).expect(201);
    const taken = await step(trackingLink, 'reschedule', { date: '2026-11-24', time: '10:00' });
    expect([taken.status, taken.body.code]).toEqual([409, 'slot-taken']);
    expect(await freeAt('09:30')).toBe(2);
    const { body } = await step(trackingLink, 'reschedule', { date: '2026-11-25', time: '11:00' }).expect(
      200,
    );
    expect(body.data.appointment).toMatchObject({ date: '2026-11-25', time: '11:00' });
    expect([await freeAt('09:30'), await freeAt('11:00', '2026-11-25')]).toEqual([3, 2]);
  });

  it('moves twice at once to the last seat of a slot, and both calls succeed (B8)', async () => {
    for (const date of ['2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30', '2026-12-01']) {
      const { trackingLink } = (await book().expect(201)).body;
      for (let seat = 0; seat < 2; seat += 1) await book(aBooking({ date })).expect(201);
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          step(trackingLink, 'reschedule', { date, time: '09:30' }, index % 2 ? twin : service),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await seen(trackingLink)).toMatchObject({ version: 2, appointment: { date } });
    }
  });

  describe('moves a limited number of times per hour', () => {
    const perHour = 3;
    const movesOfOne = 2;
    let few: TestServiceRequest;
    beforeAll(async () => {
      few = await startTestServiceRequest({ 'repair-move': perHour, 'moves-of-one-repair': movesOfOne });
    });
    afterEach(() => few.database.empty());
    afterAll(() => few.stop());

    const bookAt = async (over: Record<string, unknown>) =>
      (await book(aBooking(over), few).expect(201)).body.trackingLink;
    const move = (link: string, hour: number, network: number) =>
      step(link, 'reschedule', { date: '2026-11-25', time: `${hour}:00` }, few).set(
        'X-Forwarded-For',
        `203.0.113.${network}`,
      );
    const statusesOf = async (calls: readonly (() => request.Test)[]) => {
      const statuses: number[] = [];
      for (const call of calls) statuses.push((await call()).status);
      return statuses;
    };
    const moved = () =>
      new Set(
        few.bus.published
          .filter(({ type }) => type === repairBookingMoved.type)
          .map(({ eventId }) => eventId),
      );

    it('of one booking across networks; a refused move sends no event, and staff can still move it (B10)', async () => {
      const before = moved().size;
      const link = await bookAt({});
      const calls = [10, 11, 12].map((hour, index) => () => move(link, hour, index + 1));
      expect(await statusesOf(calls)).toEqual([200, 200, 429]);
      const { body, headers } = await move(link, 14, 9);
      expect([body.code, Number(headers['retry-after']) > 0]).toEqual(['too-many-requests', true]);
      const staffMove = request(few.server).put(
        `/api/bookings/${(await few.context.requests['repair-booking'].list(all)).states[0]?.id}`,
      );
      await staffMove
        .set({ Authorization: `Bearer ${few.tokens.admin()}` })
        .send({ date: '2026-11-26', time: '09:00' })
        .expect(200);
      await eventually(() => expect(moved().size - before).toBe(movesOfOne + 1));
    });

    it('of one network across bookings and mailboxes (B10)', async () => {
      const links: string[] = [];
      for (let index = 0; index <= perHour; index += 1)
        links.push(await bookAt({ time: `1${index}:30`, email: `p${index}@example.com` }));
      const calls = links.map((link, index) => () => move(link, 10 + index, 20));
      expect(await statusesOf(calls)).toEqual([200, 200, 200, 429]);
      expect((await move(links.at(-1) ?? '', 14, 21)).status).toBe(200);
    });

    it('of one mailbox across bookings and spellings (B10)', async () => {
      const links: string[] = [];
      for (const [index, email] of mailboxSpellings.entries())
        links.push(await bookAt({ time: `1${index}:30`, email }));
      const calls = links.map((link, index) => () => move(link, 10 + index, 30 + index));
      expect(await statusesOf(calls)).toEqual([200, 200, 200, 429]);
    });

    it('without counting a move to the current slot (B8, B10)', async () => {
      const link = await bookAt({});
      const again = () =>
        step(link, 'reschedule', { date: '2026-11-24', time: '09:30' }, few).set(
          'X-Forwarded-For',
          '203.0.113.40',
        );
      expect(await statusesOf(Array.from({ length: perHour + 1 }, () => again))).toEqual([
        200, 200, 200, 200,
      ]);
    });
  });

  it('cannot accept or decline a repair (T2)', async () => {
    const { trackingLink } = (await book().expect(201)).body;
    for (const what of ['accept', 'decline'])
      expect((await step(trackingLink, what, { version: 1 })).status).toBe(404);
  });

  it('reschedules and cancels while staff move, with one outcome and right seats: 100 rounds on two instances', async () => {
    const dates = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30', '2026-12-01'];
    const rounds = Array.from({ length: 100 }, async (_, round) => {
      const date = dates[Math.floor(round / 18)] ?? '';
      const minutes = 8 * 60 + (round % 18) * 30;
      const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 ? '30' : '00'}`;
      const { trackingLink } = (
        await book(aBooking({ date, time, email: `r${round}@example.com` })).expect(201)
      ).body;
      const [{ id }] = await list(`?search=r${round}@example.com`);
      const results = await Promise.all([
        step(trackingLink, 'reschedule', { date: '2026-12-02', time: '09:00' }, twin),
        step(trackingLink, 'cancel'),
        put(id, { date: '2026-12-03', time: '09:00', version: 1 }, twin),
      ]);
      expect(results.every(({ status }) => [200, 409].includes(status))).toBe(true);
    });
    await Promise.all(rounds);
    const stored = await service.database.connection
      .collection('repair_bookings')
      .find({}, { projection: { outbox: 0 } })
      .toArray();
    for (const { status, seat, date, time, version, history } of stored) {
      expect(seat === undefined).toBe(status === 'cancelled');
      if (seat !== undefined) expect(String(seat).startsWith(`${date} ${time} `)).toBe(true);
      expect(history).toHaveLength(version);
    }
    const seats = stored.flatMap(({ seat }) => (seat === undefined ? [] : [seat]));
    expect(new Set(seats).size).toBe(seats.length);
    // One event per history entry.
    await eventually(() => expect(told().size).toBe(stored.reduce((sum, { version }) => sum + version, 0)));
  }, 60_000);
});

describe('the schedule', () => {
  const schedule = (query: object, token?: string) =>
    request(service.server)
      .get('/api/bookings/schedule')
      .query(query)
      .set(token === undefined ? admin() : { Authorization: `Bearer ${token}` });

  it('shows staff each slot of a week with its free seats and all bookings (SIL-39, B9)', async () => {
    await book().expect(201);
    const { trackingLink } = (await book().expect(201)).body;
    await step(trackingLink, 'cancel').expect(200);
    await book(aBooking({ date: '2026-11-23', time: '12:00' })).expect(201);
    service.setClock('2026-11-23T07:00:00Z');
    const { data } = (await schedule({ from: '2026-11-23', days: '7' }).expect(200)).body;
    expect(data).toMatchObject({ timeZone: 'Asia/Kathmandu', today: '2026-11-23', seats: 3 });
    const day = (date: string) => data.days.find((one: { date: string }) => one.date === date);
    const slot = (date: string, time: string) =>
      day(date).slots.find((one: { time: string }) => one.time === time);
    expect(slot('2026-11-24', '09:30')).toEqual({ time: '09:30', free: 2, isAhead: true });
    expect(slot('2026-11-23', '12:00')).toEqual({ time: '12:00', free: 2, isAhead: false });
    expect(day('2026-11-24').slots).toHaveLength(18);
    expect(
      day('2026-11-24')
        .bookings.map(({ status }: { status: string }) => status)
        .toSorted(),
    ).toEqual(['cancelled', 'pending']);
    expect(day('2026-11-28')).toEqual({ date: '2026-11-28', slots: [], bookings: [] });
  });

  it('is for staff alone, and covers at most seven days (SIL-39, C-04)', async () => {
    expect((await request(service.server).get('/api/bookings/schedule?from=2026-11-23')).status).toBe(401);
    expect((await schedule({ from: '2026-11-23' }, service.tokens.customer())).status).toBe(403);
    for (const query of [
      {},
      { from: 'today' },
      { from: '2026-11-23', days: '8' },
      { from: '2026-11-23', days: '0' },
    ])
      expect((await schedule(query)).status).toBe(400);
  });
});
