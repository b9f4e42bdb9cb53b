import sharp from 'sharp';
import request from 'supertest';
import { aBooking } from '../testing/booking-form.ts';
import { aPhoneOrder } from '../testing/phone-order-form.ts';
import { aSellForm } from '../testing/sell-form.ts';
import { startTestServiceRequest, type TestServiceRequest } from '../testing/test-service-request.ts';

let service: TestServiceRequest;
beforeAll(async () => {
  service = await startTestServiceRequest();
});
afterEach(() => service.database.empty());
afterAll(() => service.stop());

const admin = () => ({ Authorization: `Bearer ${service.tokens.admin()}` });
const sell = () => {
  const call = request(service.server).post('/api/sell-phone/request');
  for (const [name, value] of Object.entries(aSellForm())) void call.field(name, value);
  return call;
};
const requests = async (query = '') =>
  (await request(service.server).get(`/api/sell-phone/requests${query}`).set(admin()).expect(200)).body;
const phoneOrders = () => request(service.server).get('/api/admin/phone-orders');

describe('a sell request', () => {
  it('has every field of the form, the photo, and the fields of the shop (ENT-31 to ENT-33, AENT-01, AENT-02)', async () => {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#369' } });
    await sell()
      .attach('phoneImage', await picture.png().toBuffer(), 'phone.png')
      .expect(201);
    const [sold] = (await requests()).data.requests;
    expect(sold).toMatchObject({
      fullName: 'Asha Gurung',
      brand: 'apple',
      model: 'iPhone 13',
      condition: 'good',
      storage: '128',
      color: 'black',
      expectedPrice: 320.5,
      hasCharger: true,
      contactEmail: 'asha@example.com',
      contactPhone: '+977 980-123-4567',
      description: 'Always in a case.',
      status: 'pending',
      estimatedPrice: null,
      adminNotes: '',
    });
    expect(sold._id).toMatch(/^[0-9a-f]{24}$/);
    expect(sold.phoneImage).toMatch(/^\/api\/sell-phone\/request\/[0-9a-f]{24}\/photo$/);
    for (const moment of [sold.createdAt, sold.updatedAt])
      expect(new Date(moment).toISOString()).toBe(moment);
  });

  it('is changed by staff alone, who get the changed request (SELL-06, AAPI-01, AAPI-07, AAPI-08)', async () => {
    const { body } = await sell().field('status', 'completed').expect(201);
    const [{ _id, status }] = (await requests()).data.requests;
    expect(status).toBe('pending');
    const change = () =>
      request(service.server)
        .put(`/api/sell-phone/request/${_id}/status`)
        .send({ status: 'reviewed', adminNotes: 'Looks good.' });
    expect((await change()).status).toBe(401);
    const { data, success } = (await change().set(admin()).expect(200)).body;
    expect([success, data._id, data.status, data.adminNotes]).toEqual([true, _id, 'reviewed', 'Looks good.']);
    const seen = await request(service.server).get(`/api${body.trackingLink}`).expect(200);
    expect(seen.body.data.status).toBe('reviewed');
  });

  it('is listed in pages, by default from page 1 of all (AENT-03 to AENT-07, CONF-61)', async () => {
    for (let times = 0; times < 3; times += 1) await sell().expect(201);
    const all = await requests();
    expect(all.data.pagination).toEqual({
      currentPage: 1,
      totalPages: 1,
      totalRequests: 3,
      hasNext: false,
      hasPrev: false,
    });
    expect(all.data.requests).toHaveLength(3);
    expect((await requests('?status=all&search=&page=1')).data).toEqual(all.data);
    const second = await requests('?limit=2&page=2');
    expect(second.data.pagination).toMatchObject({
      currentPage: 2,
      totalPages: 2,
      hasNext: false,
      hasPrev: true,
    });
    expect(second.data.requests).toHaveLength(1);
  });
});

describe('an order of a new phone', () => {
  it('is listed for staff as an array with every field of the form and the fields of the shop (AENT-08, AAPI-12, AAPI-13)', async () => {
    const form = aPhoneOrder({ message: 'Ring first.', budget: '150000' });
    await request(service.server).post('/api/admin/phone-orders').send(form).expect(201);
    expect((await phoneOrders()).status).toBe(401);
    const { data } = (await phoneOrders().set(admin()).expect(200)).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ ...form, status: 'pending', totalPrice: null });
    expect(data[0]._id).toMatch(/^[0-9a-f]{24}$/);
    expect(new Date(data[0].createdAt).toISOString()).toBe(data[0].createdAt);
  });

  it('needs neither a budget nor a message (NPB-33)', async () => {
    const { message: _message, budget: _budget, ...form } = aPhoneOrder();
    await request(service.server).post('/api/admin/phone-orders').send(form).expect(201);
    const { data } = (await phoneOrders().set(admin()).expect(200)).body;
    expect([data[0].message, data[0].budget]).toEqual(['', '']);
  });
});

it('the answer of a booking has success true, of a refused one false (RBOOK-11)', async () => {
  const book = (over: Record<string, unknown> = {}) =>
    request(service.server).post('/api/bookings').send(aBooking(over));
  expect((await book().expect(201)).body.success).toBe(true);
  expect((await book({ date: '2026-11-28' }).expect(400)).body.success).toBe(false);
});

it.each([
  '/api/sell-phone/requests?',
  '/api/bookings?',
  '/api/admin/requests/new?kind=sell-request&',
  '/api/admin/requests/export?kind=sell-request&',
])('the search of %s refuses a control character as bad input', async (path) => {
  for (const search of ['%00', 'a%00b', 'a%1Fb', 'a%C2%85b']) {
    const { status, body } = await request(service.server).get(`${path}search=${search}`).set(admin());
    expect([search, status, body.code]).toEqual([search, 400, 'invalid-request']);
  }
});
