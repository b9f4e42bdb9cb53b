import { readdir } from 'node:fs/promises';
import { createOffer, listOffers, uploadLimits } from '@kinmel/contracts';
import { eventually } from '@kinmel/testing';
import { testAccess } from '@kinmel/testing/servers';
import sharp from 'sharp';
import request from 'supertest';
import { aForm } from '../testing/offer-builder.ts';
import { startTestOffer, type TestOffer } from '../testing/test-offer.ts';
import { createOfferModel } from './offers.store.ts';

// Generous, because test machines may be loaded.
jest.setTimeout(60_000);

let offer: TestOffer;
beforeAll(async () => {
  offer = await startTestOffer();
});
afterAll(() => offer.stop());
beforeEach(async () => {
  offer.setClock('2026-11-21T06:00:00Z');
  await createOfferModel(offer.connection).deleteMany({});
});

const admin = () => ({ Authorization: `Bearer ${offer.tokens.admin()}` });
const offersPath = '/api/special-offers';

const send = (form: Record<string, string>, method: 'post' | 'put' = 'post', path = offersPath) => {
  const multipartRequest = request(offer.server)[method](path).set(admin());
  for (const [field, value] of Object.entries(form)) void multipartRequest.field(field, value);
  return multipartRequest;
};
const add = async (overrides: Record<string, string> = {}) => {
  const { body } = await send(aForm(overrides)).expect(201);
  return body.data as { _id: string; version: number; image: string };
};
const toggle = (id: string, isActive: unknown) =>
  request(offer.server).patch(`${offersPath}/${id}/toggle-status`).set(admin()).send({ isActive });
const publicList = async () => {
  const { body } = await request(offer.server).get(offersPath).expect(200);
  expect(listOffers.answer.safeParse(body).success).toBe(true);
  return body.offers as { _id: string; promoCode: string }[];
};
const countStored = () => createOfferModel(offer.connection).countDocuments({});
const inDecember = { validFrom: '2026-12-01', validUntil: '2026-12-24' };
const picture = () => sharp({ create: { width: 80, height: 60, channels: 3, background: '#3366cc' } });

describe('creating an offer', () => {
  it('accepts the whole form, returns the record and publishes it (AAPI-38, AAPI-39, AENT-16, SIL-02, AERR-06)', async () => {
    const target = 'c'.repeat(24);
    const { body } = await send(
      aForm({
        promoCode: ' galaxy20 ',
        validFrom: '2026-11-01T00:00',
        discountValue: '12.5',
        redemptionSteps: JSON.stringify(['Come in', 'Pay less']),
        productDetails: JSON.stringify({ name: 'Galaxy', originalPrice: 1000.5, discountedPrice: 875.44 }),
        targetProducts: JSON.stringify([target.toUpperCase(), target]),
        maxRedemptions: '3',
        currentRedemptions: '2',
        unknown: 'dropped',
      }),
    ).expect(201);
    expect(createOffer.answer.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({
      success: true,
      message: 'Special offer created successfully!',
      data: {
        promoCode: 'GALAXY20',
        validFrom: '2026-11-01',
        discountValue: 12.5,
        redemptionSteps: ['Come in', 'Pay less'],
        productDetails: { name: 'Galaxy', originalPrice: 1000.5, discountedPrice: 875.44 },
        targetProducts: [target],
        maxRedemptions: 3,
        currentRedemptions: 0,
        image: '',
        version: 1,
      },
    });
    await eventually(() =>
      offer.bus.published.some(
        ({ type, aggregateId }) => type === 'offer.created' && aggregateId === body.data._id,
      ),
    );
  });

  it('counts a line break as one character, as the form does (AOFF-20)', async () => {
    const typed = `${'x'.repeat(49)}\n`.repeat(9) + 'x'.repeat(50);
    const { body } = await send(aForm({ description: typed.replaceAll('\n', '\r\n') })).expect(201);
    expect(body.data.description).toBe(typed);
  });

  it('names all missing fields in one sentence (AOFF-13, AOFF-14)', async () => {
    const { title: _title, ...form } = aForm({ category: '  ', promoCode: '', discountValue: '0' });
    const { body } = await send(form).expect(400);
    expect(body.message).toBe('Please fill in all required fields: Title, Category, Promo code');
    const { body: empty } = await send({ isActive: 'true' }).expect(400);
    expect(empty.message).toBe(
      'Please fill in all required fields: Title, Description, Discount text, Valid From, Valid Until, Category, Promo code',
    );
  });

  it.each<[string, Record<string, string>, string]>([
    ['AOFF-15', { validUntil: '2026-11-01' }, 'Valid Until date must be after Valid From date'],
    ['AOFF-16', { validUntil: '2026-11-21' }, 'Valid Until date must be in the future'],
    ['AOFF-17', { discountValue: '0' }, 'Please enter a valid discount value'],
    ['AOFF-17', { discountValue: '1e3' }, 'Please enter a valid discount value'],
    ['AOFF-18', { discountValue: '1.005' }, 'Please enter a valid discount value'],
    ['CONF-57', { discountValue: '101' }, 'Please enter a valid discount value'],
    ['AOFF-19', { title: 'x'.repeat(101) }, 'Title must be at most 100 characters'],
    ['AOFF-20', { description: 'x'.repeat(501) }, 'Description must be at most 500 characters'],
    ['AOFF-21', { promoCode: 'X'.repeat(21) }, 'Promo code must be at most 20 characters'],
    ['AOFF-22', { maxRedemptions: '0' }, 'Max redemptions must be at least 1'],
    ['AAPI-39', { productDetails: '{' }, 'The product details are not valid.'],
    ['CONF-53', { discountType: 'free' }, 'Some values are not valid.'],
    ['dates', { validUntil: '2026-02-30' }, 'Please fill in all required fields: Valid Until'],
    ['ids', { targetProducts: '["$ne"]' }, 'The id is not valid.'],
  ])('refuses %s with its text and stores nothing (AOFF-18, AOFF-22)', async (_row, overrides, message) => {
    const { body } = await send(aForm(overrides)).expect(400);
    expect(body).toMatchObject({ success: false, code: 'invalid-request' });
    const details: { message: string }[] = body.details ?? [];
    expect([body, ...details].map((line) => line.message)).toContain(message);
    expect(await countStored()).toBe(0);
  });

  it('accepts a gift without a value, and an empty limit as none (CONF-53, AOFF-23)', async () => {
    const form = aForm({ discountType: 'gift', discountValue: '0', maxRedemptions: '' });
    expect((await send(form).expect(201)).body.data.maxRedemptions).toBeNull();
  });
});

describe('the picture', () => {
  it.each(['jpeg', 'png', 'gif', 'webp'] as const)(
    'may be a %s, is re-encoded and answered as a path (AAPI-40, AOFF-25, CONF-46)',
    async (format) => {
      const bytes = await picture().toFormat(format).toBuffer();
      const { body } = await send(aForm()).attach('image', bytes, 'a').expect(201);
      const [, id = ''] = /^\/uploads\/([0-9a-f]{32})\/640\.webp$/.exec(body.data.image) ?? [];
      expect(await readdir(`${offer.uploadsFolder}/${id}`)).toContain('640.webp');
    },
  );

  it('is refused when its content is no image, whatever its name (AOFF-25)', async () => {
    const { body } = await send(aForm())
      .attach('image', Buffer.from('<html>'), { filename: 'a.png', contentType: 'image/png' })
      .expect(415);
    expect(body.message).toBe('Please select a valid image file (JPEG, PNG, GIF, or WebP)');
    expect(await countStored()).toBe(0);
  });

  it('may have 5242880 bytes, not one more (AOFF-24, CONF-44, CONF-45)', async () => {
    const png = await picture().png().toBuffer();
    const largestFile = Buffer.concat([png, Buffer.alloc(uploadLimits.offerImage.maxBytes - png.length)]);
    await send(aForm()).attach('image', largestFile, 'a.png').expect(201);
    const { body } = await send(aForm())
      .attach('image', Buffer.concat([largestFile, Buffer.alloc(1)]), 'a.png')
      .expect(413);
    expect(body.message).toBe('Image file size must be less than 5MB');
  });

  it('of a refused form is not stored', async () => {
    const before = await readdir(offer.uploadsFolder);
    const other = await picture().negate().png().toBuffer();
    await send(aForm({ discountValue: '0' }))
      .attach('image', other, 'a.png')
      .expect(400);
    expect(await readdir(offer.uploadsFolder)).toEqual(before);
  });
});

describe('an edit', () => {
  it('changes the sent fields, keeps the picture and increments the version (AAPI-41, AERR-05)', async () => {
    const { body: created } = await send(aForm())
      .attach('image', await picture().png().toBuffer(), 'a.png')
      .expect(201);
    const { body } = await send({ title: 'Better' }, 'put', `${offersPath}/${created.data._id}`).expect(200);
    expect(body).toMatchObject({
      message: 'Special offer updated successfully!',
      data: { title: 'Better', description: 'Every Galaxy for less.', image: created.data.image, version: 2 },
    });
  });

  it('of a stale version is refused with 409', async () => {
    const { _id } = await add();
    await send({ title: 'First' }, 'put', `${offersPath}/${_id}`).expect(200);
    const { body } = await send({ title: 'Second', version: '1' }, 'put', `${offersPath}/${_id}`).expect(409);
    expect(body).toMatchObject({ code: 'version-conflict', details: [{ path: 'version', message: '2' }] });
  });

  it('must not clear a required field (AOFF-14)', async () => {
    const { _id } = await add();
    const { body } = await send({ title: ' ', category: '' }, 'put', `${offersPath}/${_id}`).expect(400);
    expect(body.message).toBe('Please fill in all required fields: Title, Category');
  });

  it('does not change the count of redemptions (I-5)', async () => {
    const { _id } = await add();
    await createOfferModel(offer.connection).updateOne({ _id }, { currentRedemptions: 7 });
    const { body } = await send({ title: 'Edited', currentRedemptions: '0' }, 'put', `${offersPath}/${_id}`);
    expect(body.data.currentRedemptions).toBe(7);
    expect((await createOfferModel(offer.connection).findById(_id))?.currentRedemptions).toBe(7);
  });

  it('switches an offer off and on (AAPI-42, AOFF-38, AERR-07, CONF-56)', async () => {
    const { _id } = await add();
    const { body: off } = await toggle(_id, false).expect(200);
    expect(off).toMatchObject({ message: 'Offer deactivated successfully!', data: { isActive: false } });
    expect(await publicList()).toEqual([]);
    const { body: on } = await toggle(_id, true).expect(200);
    expect(on).toMatchObject({ message: 'Offer activated successfully!', data: { isActive: true } });
    await toggle(_id, 'yes').expect(400);
  });

  it('deletes an offer and returns it (AAPI-43, AERR-08, OFF-O6)', async () => {
    const { _id } = await add();
    const { body } = await request(offer.server).delete(`${offersPath}/${_id}`).set(admin()).expect(200);
    const data = { _id, isActive: true };
    expect(body).toMatchObject({ message: 'Special offer deleted successfully!', data });
    await request(offer.server).delete(`${offersPath}/${_id}`).set(admin()).expect(404);
    await send({ title: 'x' }, 'put', `${offersPath}/${_id}`).expect(404);
    await request(offer.server).get(`${offersPath}/${_id}`).set(admin()).expect(404);
    await eventually(() =>
      offer.bus.published.some(({ type, aggregateId }) => type === 'offer.deleted' && aggregateId === _id),
    );
  });
});

describe('visibility', () => {
  it("follows the shop's calendar days, and excludes inactive offers (CONF-55, OFFR-18)", async () => {
    await add({ validFrom: '2026-11-22', validUntil: '2026-11-24' });
    await add({ promoCode: 'OFF', isActive: 'false' });
    for (const [moment, count] of [
      ['2026-11-21T18:14:59Z', 0],
      ['2026-11-21T18:15:00Z', 1],
      ['2026-11-24T18:14:59Z', 1],
      ['2026-11-24T18:15:00Z', 0],
    ] as const) {
      offer.setClock(moment);
      expect({ moment, shown: (await publicList()).length }).toEqual({ moment, shown: count });
    }
  });

  it('excludes used-up offers (SIL-50)', async () => {
    const { _id } = await add({ maxRedemptions: '2' });
    expect(await publicList()).toHaveLength(1);
    await createOfferModel(offer.connection).updateOne({ _id }, { currentRedemptions: 2 });
    expect(await publicList()).toEqual([]);
    await request(offer.server).get(`${offersPath}/${_id}`).expect(404);
  });

  it('includes everything for staff, with limits and counts, uncacheable (CONF-54, AENT-16)', async () => {
    await add({ promoCode: 'LATER', ...inDecember });
    await add({ promoCode: 'OFF', isActive: 'false' });
    const { body, headers } = await request(offer.server).get(offersPath).set(admin()).expect(200);
    expect(body.offers.map((offerAnswer: { promoCode: string }) => offerAnswer.promoCode)).toEqual([
      'OFF',
      'LATER',
    ]);
    expect(body.offers[0]).toHaveProperty('currentRedemptions');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('excludes private codes, limits and counts from public answers (CONF-54)', async () => {
    const { _id: later } = await add({ promoCode: 'LATER', ...inDecember });
    await add({ maxRedemptions: '5' });
    const customer = { Authorization: `Bearer ${offer.tokens.customer()}` };
    for (const headers of [{}, customer, { Authorization: `Bearer ${offer.tokens.foreign()}` }]) {
      const { text } = await request(offer.server).get(offersPath).set(headers).expect(200);
      expect(text).not.toMatch(/LATER|maxRedemptions|currentRedemptions/);
      await request(offer.server).get(`${offersPath}/${later}`).set(headers).expect(404);
    }
  });
});

testAccess('offer', () => offer);

describe('a promo code', () => {
  it('is claimed by one of 20 concurrent offers (S-06, OFF-O5, SIL-52)', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(aForm())));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
    const refusal = answers.find(({ status }) => status === 409);
    expect(refusal?.body).toMatchObject({ code: 'conflict', details: [{ path: 'promoCode' }] });
    expect(await countStored()).toBe(1);
  });

  it('is case-insensitive, and reserved by future offers (OFF-O5)', async () => {
    await add(inDecember);
    await send(aForm({ promoCode: 'galaxy20' })).expect(409);
  });

  it('may be shared with an inactive offer, which then cannot be activated (OFF-O5)', async () => {
    await add();
    const { _id } = await add({ isActive: 'false' });
    await toggle(_id, true).expect(409);
  });

  it('is free the day after its offer ended, which then cannot be extended (OFF-O5)', async () => {
    const { _id } = await add({ validUntil: '2026-11-25' });
    offer.setClock('2026-11-25T10:00:00Z');
    await send(aForm()).expect(409);
    offer.setClock('2026-11-26T10:00:00Z');
    await add();
    await send({ validUntil: '2026-12-25' }, 'put', `${offersPath}/${_id}`).expect(409);
  });

  it('is free when its offer is deleted, inactive or has another code (OFF-O5)', async () => {
    const { _id } = await add();
    await send({ promoCode: 'OTHER' }, 'put', `${offersPath}/${_id}`).expect(200);
    const second = await add();
    await request(offer.server).delete(`${offersPath}/${second._id}`).set(admin()).expect(200);
    const third = await add();
    await send({ isActive: 'false' }, 'put', `${offersPath}/${third._id}`).expect(200);
    await add();
  });

  it('is freed by the sweep after its offer ended (OFF-O5)', async () => {
    await add();
    expect(await offer.context.offers.freeEndedCodes('2026-11-30')).toBe(0);
    expect(await offer.context.offers.freeEndedCodes('2026-12-01')).toBe(1);
  });
});
