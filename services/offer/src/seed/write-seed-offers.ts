import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dayMs, offerCreated } from '@kinmel/contracts';
import { imageOf, keepPicture } from '@kinmel/pictures';
import { createEvent, inSession, nativeCollection, saveChange, shopDays } from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import { type OfferState, snapshotOf } from '../offers/offer.rules.ts';
import { createOfferModel, newOfferDocument } from '../offers/offers.store.ts';
import { type SeedOffer, seedOffers } from './seed-offers.ts';

const picturesFolder = fileURLToPath(new URL('./pictures/', import.meta.url));

const idOf = (kind: 'offer' | 'product', slug: string) =>
  createHash('sha256').update(`kinmel-${kind}:${slug}`).digest('hex').slice(0, 24);

export const seedOfferId = (slug: string): string => idOf('offer', slug);

/** The id of catalog's sample product. */
const sampleProductId = (slug: string) => idOf('product', slug);

type SeedPictures = Parameters<typeof keepPicture>[0];

async function imageFor(pictures: SeedPictures, { picture }: SeedOffer): Promise<string> {
  if (picture === '') return '';
  return imageOf(await keepPicture(pictures, await readFile(path.join(picturesFolder, picture))));
}

/**
 * Adds missing sample offers and keeps existing ones. Their days are relative to `now`. Stores their events in the
 * outbox.
 */
export async function writeSeedOffers({
  connection,
  pictures,
  timeZone,
  now = new Date(),
}: {
  readonly connection: mongoose.Connection;
  readonly pictures: SeedPictures;
  readonly timeZone: string;
  readonly now?: Date;
}): Promise<{ written: number; unchanged: number }> {
  const model = createOfferModel(connection);
  const dayOf = shopDays(timeZone);
  const today = dayOf(now);
  let written = 0;
  for (const [index, seed] of seedOffers.entries()) {
    const id = seedOfferId(seed.slug);
    if ((await model.exists({ _id: id })) !== null) continue;
    const { slug: _slug, fromDay, untilDay, products, picture: _picture, ...fields } = seed;
    // The first offer of the list is the newest.
    const createdAt = new Date(now.getTime() - index * 60_000);
    const offer: OfferState = {
      ...fields,
      id,
      validFrom: dayOf(new Date(now.getTime() + fromDay * dayMs)),
      validUntil: dayOf(new Date(now.getTime() + untilDay * dayMs)),
      targetProducts: products.map(sampleProductId),
      image: await imageFor(pictures, seed),
      createdAt,
      updatedAt: createdAt,
      version: 1,
    };
    const { _id, ...document } = newOfferDocument(offer, today);
    const created = createEvent(offerCreated, {
      aggregateId: id,
      aggregateVersion: 1,
      data: snapshotOf(offer),
    });
    const isNew = await saveChange(model.db, { events: [created] }, async (session) => {
      const result = await nativeCollection(model).updateOne(
        { _id },
        // Has no effect when a concurrent seed run has inserted it.
        { $setOnInsert: document },
        { upsert: true, ...inSession(session) },
      );
      return result.upsertedCount === 1;
    });
    if (isNew) written += 1;
  }
  return { written, unchanged: seedOffers.length - written };
}
