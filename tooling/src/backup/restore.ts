import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventEnvelopeSchema, routingKeyOf } from '@kinmel/contracts';
import { openFolderObjects } from '@kinmel/service-kit';
import type { mongo } from 'mongoose';
import { z } from 'zod';
import { openBroker } from '../check-books/broker.ts';
import { withDatabases } from '../check-books/snapshot.ts';
import { allEvents } from '../documents/documents.ts';
import { services } from '../launcher/services/services.ts';
import { type DatabaseOf, fillCollection } from './copy-databases.ts';
import { hashOf } from './copy-files.ts';
import { BackupError, fingerprints, type Manifest, readManifest } from './manifest.ts';
import { allQueues, type ParkedMessage, parkedFile, parkedMessageSchema } from './queues.ts';
import type { ShopParts } from './shop-parts.ts';

/** Old enough for the first run of the reconciler, which asks consumers about events that were sent some time ago. */
const sentAgoMs = 2 * 60_000;

/**
 * Restores a copy into an empty shop, while none of its services runs. Its broker stays empty: relays send unsent
 * events, reconcilers resend what was in queues, and inboxes handle each event once.
 * @param replace whether to delete the existing data of the shop
 */
export async function restore(shop: ShopParts, from: string, replace: boolean) {
  const manifest = await readManifest(from);
  await refuseUnfit(manifest, shop, from);
  const broker = await openBroker(shop.amqpUrl, shop.queuePrefix);
  try {
    return await withDatabases(shop, async (databaseOf) => {
      const now = await refuseRunning(
        databaseOf,
        services.map(({ name }) => name),
      );
      const nonEmpty = await nonEmptyParts(shop, databaseOf, broker);
      if (nonEmpty.length > 0 && !replace)
        throw new BackupError(
          `The shop is not empty: ${nonEmpty.join(', ')}. --replace deletes what it has.`,
        );
      for (const { name } of services) await databaseOf(name).dropDatabase();
      for (const files of Object.values(shop.files))
        for (const file of await files.list()) await files.delete(file.name);
      await broker.empty(allQueues);
      await copyBack(manifest, shop, from);
      for (const collection of manifest.collections)
        await fillCollection(databaseOf, collection, from, (document) =>
          restoredDocument(collection.name, document, now),
        );
      return { manifest, unknown: await sendParkedAgain(databaseOf, from) };
    });
  } finally {
    await broker.close();
  }
}

async function refuseUnfit({ keys, files }: Manifest, shop: ShopParts, from: string): Promise<void> {
  const ownFingerprints = fingerprints(shop.keys);
  const differingKeys = Object.keys(ownFingerprints).filter((name) => keys[name] !== ownFingerprints[name]);
  if (differingKeys.length > 0)
    throw new BackupError(
      `${from} is a copy of an installation with other keys: ${differingKeys.join(', ')}. Without them its data cannot be read.`,
    );
  for (const [path, hash] of Object.entries(files)) {
    const actual = await hashOf(join(from, path));
    if (actual === undefined) throw new BackupError(`${from} is no whole copy: ${path} is missing.`);
    if (actual !== hash) throw new BackupError(`${from} is no whole copy: ${path} has changed.`);
  }
}

/**
 * Throws `BackupError` when one of the services is running: each renews the lease of its relay. Resolves with the database's
 * time.
 */
export async function refuseRunning(databaseOf: DatabaseOf, names: readonly string[]): Promise<Date> {
  const running: string[] = [];
  for (const name of names) {
    const liveLease = {
      _id: 'outbox-relay' as never,
      $expr: { $gt: [{ $max: '$instances.until' }, '$$NOW'] },
    };
    if ((await databaseOf(name).collection('leases').countDocuments(liveLease)) > 0) running.push(name);
  }
  if (running.length > 0)
    throw new BackupError(
      `Stop ${names.length === services.length ? 'all services' : names.join(' and ')} first; a few seconds ago these still ran: ${running.join(', ')}.`,
    );
  const { localTime } = await databaseOf(names[0] ?? '').command({ hello: 1 });
  return localTime;
}

async function nonEmptyParts(
  shop: ShopParts,
  databaseOf: DatabaseOf,
  broker: Awaited<ReturnType<typeof openBroker>>,
): Promise<string[]> {
  const nonEmpty: string[] = [];
  for (const { name } of services) {
    const database = databaseOf(name);
    const collections = await database.listCollections({ type: 'collection' }).toArray();
    for (const collection of collections)
      if ((await database.collection(collection.name).findOne()) !== null) {
        nonEmpty.push(`the database of ${name}`);
        break;
      }
  }
  for (const [kind, files] of Object.entries(shop.files))
    if ((await files.list()).length > 0) nonEmpty.push(`the files of ${kind}`);
  const queues = await broker.filled(allQueues);
  return [...nonEmpty, ...queues.map((queue) => `the queue ${queue}`)];
}

async function copyBack({ files }: Manifest, shop: ShopParts, from: string): Promise<void> {
  const copies = await openFolderObjects(join(from, 'files'));
  for (const path of Object.keys(files)) {
    const [, kind = '', name = ''] = /^files\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const bytes = kind in shop.files ? await copies.read(`${kind}/${name}`) : undefined;
    if (bytes !== undefined) await shop.files[kind]?.create(name, bytes);
  }
}

/**
 * Restarts the retention periods of sent events, which may have to be resent, and of the inbox marks of handled ones.
 * Records of parked messages are left out, because the broker has no parked messages.
 */
function restoredDocument(collection: string, document: mongo.Document, now: Date) {
  if (collection === 'parked_events') return undefined;
  if (collection === 'inbox') return { ...document, handledAt: now };
  if (collection !== 'outbox' || document['sentAt'] === null || document['event'].data === undefined)
    return document;
  return { ...document, sentAt: new Date(now.getTime() - sentAgoMs) };
}

const ownerOf = new Map(allEvents().map((event) => [routingKeyOf(event), event.owner]));

/**
 * Adds the parked messages of a copy to the outboxes of their publishers, each for the queue that had parked it. A message
 * is retried, and parked again if it still fails. Resolves with the messages that are not events of the shop.
 */
async function sendParkedAgain(databaseOf: DatabaseOf, from: string): Promise<ParkedMessage[]> {
  const messages = z
    .array(parkedMessageSchema)
    .parse(JSON.parse(await readFile(join(from, parkedFile), 'utf8')));
  const unknown: ParkedMessage[] = [];
  for (const message of messages) {
    const event = eventIn(message.body);
    const owner = event && ownerOf.get(routingKeyOf(event));
    if (event === undefined || owner === undefined) {
      unknown.push(message);
      continue;
    }
    const consumer = message.queue.slice(0, message.queue.indexOf('.'));
    const inboxMark = { _id: `${message.queue}:${event.eventId}` as never };
    if ((await databaseOf(consumer).collection('inbox').countDocuments(inboxMark)) > 0) continue;
    await databaseOf(owner)
      .collection('outbox')
      .updateOne(
        { _id: event.eventId as never },
        {
          $set: { event, sentAt: null },
          $setOnInsert: { record: event.aggregateId },
          $addToSet: { waitingFor: message.queue },
        },
        { upsert: true },
      );
  }
  return unknown;
}

function eventIn(body: string) {
  try {
    return eventEnvelopeSchema.loose().parse(JSON.parse(body));
  } catch {
    return undefined;
  }
}
