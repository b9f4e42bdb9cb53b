import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Verifier } from '@pact-foundation/pact';
import { z } from 'zod';
import { anOffer } from '../testing/offer-builder.ts';
import { startTestOffer, type TestOffer } from '../testing/test-offer.ts';
import { createOfferModel } from './offers.store.ts';

/** Pages that wrote down what they need of offer's answers. */
const consumers = ['mfe-cart-checkout'];

let offer: TestOffer;
beforeAll(async () => {
  offer = await startTestOffer();
});
afterAll(() => offer.stop());

const insert = async (over: Parameters<typeof anOffer>[0]) => {
  await createOfferModel(offer.connection).deleteMany({});
  await offer.context.offers.insert(anOffer(over), '2026-11-21', []);
};

/** A state that is not here fails. */
const states = {
  'the offer with the code DASHAIN10 takes off 10 percent': () =>
    insert({ title: 'Dashain savings', promoCode: 'DASHAIN10', discountValue: 10 }),
  'no offer has the code NOPE': () => insert({}),
};

const pactSchema = z.object({
  interactions: z.array(
    z.object({ providerStates: z.array(z.object({ name: z.enum(Object.keys(states)) })).optional() }),
  ),
});

it.each(consumers)(
  'offer answers what %s needs',
  async (consumer) => {
    const pact = fileURLToPath(new URL(`../../../../pacts/${consumer}-offer.json`, import.meta.url));
    expect({ pact, exists: existsSync(pact) }).toEqual({ pact, exists: true });
    pactSchema.parse(JSON.parse(readFileSync(pact, 'utf8')));
    const address = offer.server.address();
    if (typeof address !== 'object' || !address) throw new Error('The server does not listen.');
    await new Verifier({
      provider: 'offer',
      providerBaseUrl: `http://127.0.0.1:${address.port}`,
      pactUrls: [pact],
      stateHandlers: states,
      logLevel: 'error',
    }).verifyProvider();
  },
  60_000,
);
