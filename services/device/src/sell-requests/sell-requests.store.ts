import type { OfferFindings } from '@kinmel/contracts';
import {
  declareCollection,
  hasMatched,
  inSession,
  type NewAuditEntry,
  saveChange,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { StoredIdentifier } from '../identifiers/device-key.ts';

type BlocklistAnswer = OfferFindings['blocklist'];
type Imei = Omit<StoredIdentifier, 'kind'>;

/** A number that the register of stolen phones is asked about. */
interface AskedImei extends Imei {
  readonly isOfForm: boolean;
  readonly blocklist: BlocklistAnswer;
  /** Null: not asked yet. */
  readonly askedAt: Date | null;
}

/** The IMEIs of a sell request: that of its form, and those of its phone once it came. */
export interface SellRequest {
  readonly id: string;
  readonly imeis: readonly AskedImei[];
}

interface SellRequestDocument {
  _id: mongoose.Types.ObjectId;
  /** Missing in the mark of a sell request that was closed before it was known. */
  imeis?: AskedImei[];
  isOpen: boolean;
  createdAt: Date;
  deleteAt?: Date;
}

/** Worst first. */
const answers: readonly BlocklistAnswer[] = ['listed', 'unknown', 'clean'];

/** DEV-D11: the number whose answer counts for the phone. */
export const worstOf = ({ imeis }: SellRequest): AskedImei | undefined =>
  answers.flatMap((answer) => imeis.filter(({ blocklist }) => blocklist === answer))[0];

/** The collection has the name of its first version, as stored data have it. */
export const createSellRequestModel = declareCollection<SellRequestDocument>(
  'offers',
  [
    [{ 'imeis.hash': 1, createdAt: -1 }],
    [{ 'imeis.askedAt': 1 }],
    [{ deleteAt: 1 }, { expireAfterSeconds: 0 }],
    // For `renew`, whose older documents are few, or none.
    [{ imei: 1 }, { partialFilterExpression: { imei: { $exists: true } } }],
  ],
  mongoose.Types.ObjectId,
);

const maxTimeMS = 2_000;
const { trusted } = mongoose;
/** A declined phone may be offered again. */
const keptMs = 90 * 24 * 60 * 60_000;

const toSellRequest = ({ _id, imeis = [] }: SellRequestDocument): SellRequest[] =>
  imeis.length === 0 ? [] : [{ id: _id.toHexString(), imeis }];

export type SellRequestsStore = ReturnType<typeof createSellRequestsStore>;

export function createSellRequestsStore(connection: mongoose.Connection) {
  const model = createSellRequestModel(connection);
  const read = async (
    filter: object,
    limit: number,
    session: mongoose.ClientSession | null = null,
  ): Promise<SellRequest[]> => {
    const options = { sort: { createdAt: -1, _id: -1 }, limit, session } as const;
    const documents = await model.find(filter, null, options).lean<SellRequestDocument[]>();
    return documents.flatMap(toSellRequest);
  };

  return {
    async find(sellRequestId: string): Promise<SellRequest | undefined> {
      const [request] = await read({ _id: sellRequestId }, 1);
      return request;
    },

    /**
     * The IMEI of the form, or all those of the phone. The register is asked about a new one next; answers to the others
     * stay.
     */
    async put(
      sellRequestId: string,
      entered: readonly Imei[],
      { isOfForm, at }: { readonly isOfForm: boolean; readonly at: Date },
      session: mongoose.ClientSession,
    ): Promise<void> {
      const [{ imeis: before } = { imeis: [] }] = await read({ _id: sellRequestId }, 1, session);
      const added = entered.map(({ hash, sealed, lastFour }): AskedImei => {
        const imei = before.find((one) => one.hash === hash);
        if (imei) return { ...imei, isOfForm: isOfForm || imei.isOfForm };
        return { hash, sealed, lastFour, isOfForm, blocklist: 'unknown', askedAt: null };
      });
      const others = before.filter((one) => one.isOfForm !== isOfForm);
      const remaining = others.filter(({ hash }) => !added.some((one) => one.hash === hash));
      await model.updateOne(
        { _id: sellRequestId },
        { $set: { imeis: [...remaining, ...added] }, $setOnInsert: { isOpen: true, createdAt: at } },
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
          $setOnInsert: { createdAt: at },
        },
        { upsert: isRejected, session },
      );
    },

    /** Other open ones with one of its IMEIs, newest first. */
    othersWith: ({ id, imeis }: SellRequest): Promise<SellRequest[]> => {
      const hashes = trusted<object>({ $in: imeis.map(({ hash }) => hash) });
      return read({ 'imeis.hash': hashes, isOpen: true, _id: trusted<object>({ $ne: id }) }, 100);
    },

    blocklistOf: async (sellRequestIds: readonly string[]): Promise<ReadonlyMap<string, BlocklistAnswer>> => {
      const requests = await read(
        { _id: trusted<object>({ $in: [...sellRequestIds] }) },
        sellRequestIds.length,
      );
      return new Map(requests.map((one) => [one.id, worstOf(one)?.blocklist ?? 'unknown']));
    },

    /** Those with a number that the register was not asked about, at most 20. */
    unasked: (): Promise<SellRequest[]> =>
      read({ imeis: trusted<object>({ $elemMatch: { askedAt: null } }) }, 20),

    /** Older sell requests had one number, and the answer about it. */
    async renew(): Promise<void> {
      const imei = {
        $mergeObjects: ['$imei', { isOfForm: true, blocklist: '$blocklist', askedAt: '$askedAt' }],
      };
      await model.collection.updateMany({ imei: { $exists: true } }, [
        { $set: { imeis: [imei] } },
        { $unset: ['imei', 'blocklist', 'askedAt'] },
      ]);
    },

    /** False when the sell request has other numbers meanwhile. */
    setBlocklist: (
      id: string,
      hash: string,
      { blocklist, askedAt }: Pick<AskedImei, 'blocklist' | 'askedAt'>,
      entry?: NewAuditEntry,
    ): Promise<boolean> =>
      saveChange(connection, { entry }, (session) =>
        hasMatched(
          model.updateOne(
            { _id: id, 'imeis.hash': hash },
            { $set: { 'imeis.$.blocklist': blocklist, 'imeis.$.askedAt': askedAt } },
            { maxTimeMS, ...inSession(session) },
          ),
        ),
      ),
  };
}
