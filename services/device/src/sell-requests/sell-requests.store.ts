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

/** A number to look up in the register of stolen phones. */
interface AskedImei extends Imei {
  readonly isOfForm: boolean;
  readonly blocklist: BlocklistAnswer;
  /** Null before the first look-up. */
  readonly askedAt: Date | null;
}

/** The IMEIs of a sell request: that of its form, and those of its phone once it has arrived. */
export interface SellRequest {
  readonly id: string;
  readonly imeis: readonly AskedImei[];
}

interface SellRequestDocument {
  _id: mongoose.Types.ObjectId;
  /** Missing for a sell request whose closing arrived before its first event. */
  imeis?: AskedImei[];
  isOpen: boolean;
  createdAt: Date;
  deleteAt?: Date;
}

/** Sorted from worst to best. */
const answersFromWorst: readonly BlocklistAnswer[] = ['listed', 'unknown', 'clean'];

/** DEV-D11: the number with the worst result, which counts for the phone. */
export const worstOf = ({ imeis }: SellRequest): AskedImei | undefined =>
  answersFromWorst.flatMap((answer) => imeis.filter(({ blocklist }) => blocklist === answer))[0];

/** The collection has the name of an earlier release, because stored data is not renamed. */
export const createSellRequestModel = declareCollection<SellRequestDocument>(
  'offers',
  [
    [{ 'imeis.hash': 1, createdAt: -1 }],
    [{ 'imeis.askedAt': 1 }],
    [{ deleteAt: 1 }, { expireAfterSeconds: 0 }],
    // Used by `renew`, which finds few older documents or none.
    [{ imei: 1 }, { partialFilterExpression: { imei: { $exists: true } } }],
  ],
  mongoose.Types.ObjectId,
);

const maxTimeMS = 2_000;
const { trusted } = mongoose;
/** How long a rejected request is stored, because its phone may be offered again. */
const retentionMs = 90 * 24 * 60 * 60_000;

const toSellRequest = ({ _id, imeis = [] }: SellRequestDocument): SellRequest[] =>
  imeis.length === 0 ? [] : [{ id: _id.toHexString(), imeis }];

export type SellRequestsStore = ReturnType<typeof createSellRequestsStore>;

export function createSellRequestsStore(connection: mongoose.Connection) {
  const model = createSellRequestModel(connection);
  const read = async (filter: object, limit: number, session: mongoose.ClientSession | null = null) => {
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
     * Stores the IMEI of the form, or all IMEIs of the phone. Stored results stay; new numbers are looked up next.
     */
    async put(
      sellRequestId: string,
      entered: readonly Imei[],
      { isOfForm, at }: { readonly isOfForm: boolean; readonly at: Date },
      session: mongoose.ClientSession,
    ): Promise<void> {
      const [{ imeis: storedImeis } = { imeis: [] }] = await read({ _id: sellRequestId }, 1, session);
      const newImeis = entered.map(({ hash, sealed, lastFour }): AskedImei => {
        const imei = storedImeis.find((one) => one.hash === hash);
        if (imei) return { ...imei, isOfForm: isOfForm || imei.isOfForm };
        return { hash, sealed, lastFour, isOfForm, blocklist: 'unknown', askedAt: null };
      });
      const imeisOfOtherSource = storedImeis.filter((one) => one.isOfForm !== isOfForm);
      const remaining = imeisOfOtherSource.filter(({ hash }) => !newImeis.some((one) => one.hash === hash));
      await model.updateOne(
        { _id: sellRequestId },
        { $set: { imeis: [...remaining, ...newImeis] }, $setOnInsert: { isOpen: true, createdAt: at } },
        { upsert: true, session },
      );
    },

    /** Also for an unknown request, because its first event may arrive after the one that closes it. */
    async close(
      sellRequestId: string,
      { isRejected, at }: { readonly isRejected: boolean; readonly at: Date },
      session: mongoose.ClientSession,
    ): Promise<void> {
      const deleteAt = new Date(at.getTime() + retentionMs);
      await model.updateOne(
        { _id: sellRequestId },
        {
          $set: { isOpen: false, ...(isRejected ? { deleteAt } : {}) },
          $setOnInsert: { createdAt: at },
        },
        { upsert: isRejected, session },
      );
    },

    /** Other open requests with one of its IMEIs, newest first. */
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

    /** Requests with a number that was not looked up yet, at most 20. */
    unasked: (): Promise<SellRequest[]> =>
      read({ imeis: trusted<object>({ $elemMatch: { askedAt: null } }) }, 20),

    /** Converts older sell requests, which had one number and its result. */
    async renew(): Promise<void> {
      const imei = {
        $mergeObjects: ['$imei', { isOfForm: true, blocklist: '$blocklist', askedAt: '$askedAt' }],
      };
      await model.collection.updateMany({ imei: { $exists: true } }, [
        { $set: { imeis: [imei] } },
        { $unset: ['imei', 'blocklist', 'askedAt'] },
      ]);
    },

    /** False when a concurrent change has removed the number. */
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
