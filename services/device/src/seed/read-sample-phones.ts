import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { moneySchema, objectIdSchema, sellRequestToReceiveSchema } from '@kinmel/contracts';
import { z } from 'zod';

const samplePhoneSchema = z.object({
  imei: z.string(),
  deviceId: objectIdSchema,
  request: sellRequestToReceiveSchema,
  receivedAt: z.coerce.date(),
  lowerQuote: z.object({ priceInMinorUnits: z.int(), note: z.string() }).nullish(),
  /** Of a settled request. */
  price: moneySchema.optional(),
  isDeclined: z.boolean(),
});

/** A phone that came to the shop by a sample sell request. */
export type SamplePhone = z.output<typeof samplePhoneSchema>;

/**
 * The phones in the file of the seed of service-request (`SEED_PHONES_FILE`). None when that seed wrote no requests.
 * Throws for an invalid file.
 */
export async function readSamplePhones(file: string | undefined): Promise<SamplePhone[]> {
  if (file === undefined || !existsSync(file)) return [];
  return z.array(samplePhoneSchema).parse(JSON.parse(await readFile(file, 'utf8')));
}
