import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createPersonalPhotos } from '@kinmel/pictures';
import { openObjects, runSeed, shopCalendar } from '@kinmel/service-kit';
import { z } from 'zod';
import { deviceConfigSchema } from '../config.ts';
import { deviceModels } from '../context.ts';
import { writeSampleDevices } from './write-sample-devices.ts';

const seedConfigSchema = deviceConfigSchema.extend({
  SEED_PHONES_FILE: z.string().default(''),
  SEED_DEVICES_FILE: z.string().default(''),
});

// Run as SEED_PHONES_FILE=<file> node src/seed/main.ts, with the file of the seed of service-request, which writes none
// in production. SEED_DEVICES_FILE=<file> is written for the seed of catalog.
await runSeed('device', seedConfigSchema, deviceModels, async ({ config, connection }) => {
  const file = config.SEED_PHONES_FILE;
  const phones = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : [];
  // Before the folder is created, which fails in production, where the root is read-only.
  if (phones.length === 0) return '0 devices written';
  const photos = createPersonalPhotos(await openObjects(config, 'DEVICE_PHOTOS_FOLDER'));
  const calendar = shopCalendar(config.SHOP_TIME_ZONE, config.SHOP_CLOSED_DAYS);
  const { written, listed } = await writeSampleDevices(
    connection,
    config.DEVICE_KEY,
    phones,
    photos,
    calendar,
  );
  if (config.SEED_DEVICES_FILE && listed.length > 0)
    await writeFile(config.SEED_DEVICES_FILE, JSON.stringify(listed));
  return `${written} devices written`;
});
