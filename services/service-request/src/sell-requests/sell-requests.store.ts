import { sellBrands, sellColors, sellConditions, sellRequestStatuses, sellStorages } from '@kinmel/contracts';
import type mongoose from 'mongoose';
import {
  createRequestsStore,
  type RequestsStore,
  type RequestTimes,
  requestFields,
  requestSchema,
  type StoredRequest,
} from '../requests/requests.store.ts';
import type { SellRequest } from './sell-request.rules.ts';

type StoredSellRequest = StoredRequest &
  Omit<SellRequest, keyof StoredRequest | 'id'> &
  Pick<SellRequest, 'status'>;

const text = { type: String, required: true };
const cents = { type: Number, min: 0, default: null };

const sellRequestSchema = requestSchema(sellRequestStatuses, {
  brand: { ...text, enum: sellBrands },
  model: text,
  storage: { ...text, enum: sellStorages },
  condition: { ...text, enum: sellConditions },
  color: { ...text, enum: sellColors },
  hasCharger: { type: Boolean, required: true },
  expectedPriceInMinorUnits: { ...cents, required: true },
  description: { type: String, default: '' },
  estimate: { type: Object, default: null },
  quotedPriceInMinorUnits: cents,
  quoteValidUntil: { type: Date, default: null },
  quoteVersion: { type: Number, default: null },
  photoId: { type: String, default: null },
});
// Which photos a record names, for the sweep of those that none does.
sellRequestSchema.index({ photoId: 1 }, { partialFilterExpression: { photoId: { $type: 'string' } } });

export type SellRequestModel = mongoose.Model<StoredSellRequest>;

export const createSellRequestModel = (connection: mongoose.Connection): SellRequestModel =>
  connection.model<StoredSellRequest>('sell-request', sellRequestSchema as never, 'sell_requests');

export interface SellRequestsStore extends RequestsStore<SellRequest> {
  /** Those of these photos that a request names. */
  photosInUse(photoIds: readonly string[]): Promise<ReadonlySet<string>>;
}

export function createSellRequestsStore(
  model: SellRequestModel,
  times: RequestTimes<SellRequest>,
): SellRequestsStore {
  return {
    ...createRequestsStore(
      model,
      (stored: StoredSellRequest): SellRequest => {
        const fields = requestFields(stored);
        // Requests from before it was kept have no version of their quote.
        return { ...fields, quoteVersion: fields.quoteVersion ?? null };
      },
      ({ brand, model: phone, email, phone: number, name }) => [brand, phone, email, number, name].join('\n'),
      times,
    ),

    async photosInUse(photoIds) {
      const found = await model.collection
        .find(
          { photoId: { $in: [...photoIds], $type: 'string' } },
          { projection: { photoId: 1, _id: 0 }, maxTimeMS: 10_000 },
        )
        .toArray();
      return new Set(found.map(({ photoId }) => String(photoId)));
    },
  };
}
