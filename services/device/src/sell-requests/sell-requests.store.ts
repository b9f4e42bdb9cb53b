import type { OfferFindings } from '@kinmel/contracts';
import { declareCollection, type NewAuditEntry, saveChange } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { StoredIdentifier } from '../identifiers/device-key.ts';

type BlocklistAnswer = OfferFindings['blocklist'];
type Imei = Omit<StoredIdentifier, 'kind'>;

/** The IMEI of a sell request. */
export interface SellRequest {
  readonly id: string;
  readonly imei: Imei;
  readonly blocklist: BlocklistAnswer;
}

interface SellRequestDocument {
  _id: mongoose.Types.ObjectId;
  /** Missing in the mark of a sell request that was closed before it was known. */
  imei?: Imei;
  blocklist: BlocklistAnswer;
  /** Null: not asked yet. */
  askedAt: Date | null;
  isOpen: boolean;
  createdAt: Date;
  deleteAt?: Date;
}

export const createSellRequestModel = declareCollection<SellRequestDocument>(
  // The name of its first version: stored data have it.
  'offers',
  [
    [{ 'imei.hash': 1, createdAt: -1 }],
    [{ askedAt: 1 }, { partialFilterExpression: { imei: { $exists: true } } }],
    [{ deleteAt: 1 }, { expireAfterSeconds: 0 }],
  ],
  mongoose.Types.ObjectId,
);

const maxTimeMS = 2_000;
const { trusted } = mongoose;
/** A declined phone may be offered again. */
const keptMs = 90 * 24 * 60 * 60_000;

const identified = { imei: trusted<object>({ $exists: true }) };

function toSellRequest({ _id, imei, blocklist }: SellRequestDocument): SellRequest[] {
  return imei ? [{ id: _id.toHexString(), imei, blocklist }] : [];
}

export type SellRequestsStore = ReturnType<typeof createSellRequestsStore>;

export function createSellRequestsStore(connection: mongoose.Connection) {
  const model = createSellRequestModel(connection);
  const read = async (filter: object, limit: number): Promise<SellRequest[]> => {
    const options = { sort: { createdAt: -1, _id: -1 }, limit, maxTimeMS } as const;
    const found = await model.find(filter, null, options).lean<SellRequestDocument[]>();
    return found.flatMap(toSellRequest);
  };

  return {
    async find(sellRequestId: string): Promise<SellRequest | undefined> {
      const [found] = await read({ _id: sellRequestId }, 1);
      return found;
    },

    /** The IMEI of a sell request, which the register is asked about next. */
    async put(
      sellRequestId: string,
      { hash, sealed, lastFour }: Imei,
      createdAt: Date,
      session: mongoose.ClientSession,
    ): Promise<void> {
      await model.updateOne(
        { _id: sellRequestId },
        {
          $set: { imei: { hash, sealed, lastFour }, blocklist: 'unknown', askedAt: null },
          $setOnInsert: { isOpen: true, createdAt },
        },
        { upsert: true, session },
      );
    },

    /** Also before the request is known: its event may come later than that of its end. */
    async close(
      sellRequestId: string,
      { isRejected, at }: { readonly isRejected: boolean; readonly at: Date },
      session: mongoose.ClientSession,
    ): Promise<void> {
      const deleteAt = new Date(at.getTime() + keptMs);
      await model.updateOne(
        { _id: sellRequestId },
        {
          $set: { isOpen: false, ...(isRejected ? { deleteAt } : {}) },
          $setOnInsert: { blocklist: 'unknown', askedAt: null, createdAt: at },
        },
        { upsert: isRejected, session },
      );
    },

    /** Other open ones with this IMEI, newest first. */
    othersWith: ({ id, imei }: SellRequest): Promise<SellRequest[]> =>
      read({ 'imei.hash': imei.hash, isOpen: true, _id: trusted<object>({ $ne: id }) }, 100),

    blocklistOf: async (sellRequestIds: readonly string[]): Promise<ReadonlyMap<string, BlocklistAnswer>> => {
      const found = await read({ _id: trusted<object>({ $in: [...sellRequestIds] }) }, sellRequestIds.length);
      return new Map(found.map(({ id, blocklist }) => [id, blocklist]));
    },

    /** Those that the register was not asked about, at most 20. */
    unasked: (): Promise<SellRequest[]> => read({ askedAt: null, ...identified }, 20),

    /** False when the sell request has another IMEI meanwhile. */
    setBlocklist: (
      { id, imei }: SellRequest,
      blocklist: BlocklistAnswer,
      askedAt: Date,
      entry?: NewAuditEntry,
    ): Promise<boolean> =>
      saveChange(connection, { entry }, async (session) => {
        const { matchedCount } = await model.updateOne(
          { _id: id, 'imei.hash': imei.hash },
          { $set: { blocklist, askedAt } },
          session ? { session } : { maxTimeMS },
        );
        return matchedCount === 1;
      }),
  };
}
