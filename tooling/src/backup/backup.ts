import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openFolderObjects } from '@kinmel/service-kit';
import { openBroker } from '../check-books/broker.ts';
import { withDatabases } from '../check-books/snapshot.ts';
import { services } from '../launcher/services/services.ts';
import { collectionFile, copyDatabases } from './copy-databases.ts';
import { copyFiles, hashOf } from './copy-files.ts';
import { BackupError, fingerprints, type Manifest, shopVersion, writeManifest } from './manifest.ts';
import { allQueues, type ParkedMessage, parkedFile } from './queues.ts';
import type { ShopParts } from './shop-parts.ts';

/**
 * Copies a shop, which may stay open: a snapshot of all its databases, every file that they name, and parked messages,
 * whose events expire from the outboxes after a day. Other messages of the broker are still in the outboxes.
 * @param to an empty or missing folder
 */
export async function backUp(shop: ShopParts, to: string): Promise<Manifest> {
  await mkdir(to, { recursive: true });
  if ((await readdir(to)).length > 0) throw new BackupError(`${to} is not empty.`);
  /** The hashes of copied files, by kind. */
  const hashesByKind = new Map(Object.keys(shop.files).map((kind) => [kind, new Map<string, string>()]));
  const copyAllFiles = async () => {
    for (const [kind, files] of Object.entries(shop.files))
      await copyFiles(
        files,
        await openFolderObjects(join(to, 'files', kind)),
        hashesByKind.get(kind) ?? new Map(),
      );
  };
  const parked = new Map<string, ParkedMessage>();
  const readAllParked = async () => {
    for (const message of await readParked(shop)) parked.set(`${message.queue} ${message.body}`, message);
  };
  // Read before and after the snapshot, so that files deleted and messages replayed meanwhile are included.
  await copyAllFiles();
  await readAllParked();
  const { at, collections } = await withDatabases(shop, (databaseOf, client) =>
    copyDatabases(
      client,
      databaseOf,
      services.map(({ name }) => name),
      to,
    ),
  );
  await copyAllFiles();
  await readAllParked();
  await writeFile(join(to, parkedFile), `${JSON.stringify([...parked.values()])}\n`);
  const files: Record<string, string> = {};
  for (const [name, hashes] of hashesByKind)
    for (const [path, hash] of hashes) files[`files/${name}/${path}`] = hash;
  for (const path of [...collections.map(collectionFile), parkedFile])
    files[path] = (await hashOf(join(to, path))) ?? '';
  const manifest: Manifest = {
    format: 1,
    version: shopVersion,
    at: at.toISOString(),
    keys: fingerprints(shop.keys),
    collections,
    files,
  };
  await writeManifest(to, manifest);
  return manifest;
}

async function readParked({ amqpUrl, queuePrefix }: ShopParts): Promise<ParkedMessage[]> {
  const broker = await openBroker(amqpUrl, queuePrefix);
  try {
    const messages = await Promise.all(
      allQueues.map(async (queue) => (await broker.parkedIn(queue)).map((body) => ({ queue, body }))),
    );
    return messages.flat();
  } finally {
    await broker.close();
  }
}
