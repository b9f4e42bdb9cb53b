import { identifierSchema, type listDevices, type QueryOf, searchTerms } from '@kinmel/contracts';
import {
  type Change,
  declareCollection,
  hasMatched,
  inSession,
  isDuplicateKeyError,
  planted,
  type ShopCalendar,
  type StoredWorkFields,
  saveChange,
  searchFilter,
  workIndexes,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { DeviceKey } from '../identifiers/device-key.ts';
import type { Device } from './device.rules.ts';
import { promisedAtOf } from './device-work.rules.ts';

interface DeviceDocument extends Omit<Device, 'id'>, StoredWorkFields {
  readonly _id: mongoose.Types.ObjectId;
  readonly tokenHash: string;
  /** The hashes of passport addresses that were printed or sent before `DEVICE_KEY` was changed. */
  readonly olderTokenHashes?: string[];
  readonly searchText: string;
  readonly numberParts: string[];
}

export const createDeviceModel = declareCollection<DeviceDocument>(
  'devices',
  [
    // DEV-D2: a phone is one device.
    [{ 'identifiers.hash': 1 }, { unique: true }],
    // DEV-D3: a sell request has one phone.
    [{ 'sellRequest.id': 1 }, { unique: true }],
    [{ tokenHash: 1 }, { unique: true }],
    [{ olderTokenHashes: 1 }, { partialFilterExpression: { olderTokenHashes: { $exists: true } } }],
    [{ photoIds: 1 }],
    [{ 'former.photoIds': 1 }, { partialFilterExpression: { 'former.photoIds': { $exists: true } } }],
    [{ orderId: 1 }],
    [{ place: 1 }, { partialFilterExpression: { 'payout.isStopped': true } }],
    [{ 'claim.at': 1 }, { partialFilterExpression: { 'claim.at': { $type: 'date' } } }],
    [{ updatedAt: -1, _id: -1 }],
    [{ place: 1, updatedAt: -1, _id: -1 }],
    // Without these two indexes, a search in all places reads every device.
    [{ searchText: 1 }],
    [{ numberParts: 1 }],
    [{ 'history.who.id': 1 }],
    [{ 'assignment.personId': 1 }],
    ...workIndexes,
  ],
  mongoose.Types.ObjectId,
);

const maxTimeMS = 2_000;
const { trusted } = mongoose;

function toDevice(stored: DeviceDocument): Device {
  const { _id, tokenHash: _token, searchText: _search, numberParts: _parts, ...withoutSearch } = stored;
  const { promisedAt: _promised, assignment: _work, olderTokenHashes: _older, ...fields } = withoutSearch;
  // Fields that older devices lack.
  const defaults = { claim: null, requestVersion: 0, payout: null, former: null };
  return { ...defaults, ...fields, id: _id.toHexString() };
}

export type DevicesStore = ReturnType<typeof createDevicesStore>;

export function createDevicesStore(connection: mongoose.Connection, key: DeviceKey, calendar: ShopCalendar) {
  const model = createDeviceModel(connection);

  const fieldsOf = ({ id, ...device }: Device) => ({
    ...device,
    promisedAt: promisedAtOf(device, calendar),
    tokenHash: key.tokenHash(key.passportToken(id)),
    numberParts: device.identifiers.flatMap(({ sealed }) => key.numbers.partsOf(key.read(sealed))),
    searchText: searchTerms({
      texts: [device.brand, device.model, ...device.identifiers.map(({ lastFour }) => lastFour)],
      codes: [device.sellRequest.reference],
    }).join('\n'),
  });

  async function findAll(filter: object, options: mongoose.QueryOptions = {}): Promise<Device[]> {
    const documents = await model.find(filter, null, { maxTimeMS, ...options }).lean<DeviceDocument[]>();
    return documents.map(toDevice);
  }
  const findOne = async (filter: object, session?: mongoose.ClientSession): Promise<Device | undefined> =>
    (await findAll(filter, session && { session }))[0];

  return {
    find: (id: string) => findOne({ _id: id }),
    bySellRequest: (id: string, session?: mongoose.ClientSession) =>
      findOne({ 'sellRequest.id': id.toLowerCase() }, session),
    findMany: (ids: readonly string[], session: mongoose.ClientSession) =>
      findAll({ _id: trusted<object>({ $in: [...ids] }) }, { session }),
    ofOrder: (orderId: string, session: mongoose.ClientSession) => findAll({ orderId }, { session }),
    claimedBefore: (moment: Date) =>
      findAll({ 'claim.at': trusted<object>({ $type: 'date', $lte: moment }) }, { limit: 100 }),
    /** DEV-D26: devices on sale whose payment is stopped. */
    stoppedOnSale: () => findAll({ place: 'for-sale', 'payout.isStopped': true }, { limit: 100 }),
    /** Phones that were sent back before `device.sent-back` existed; publishing it sets `requestVersion`. */
    sentBackUnpublished: () =>
      findAll({
        place: 'customer',
        purchase: 'declined',
        requestVersion: trusted<object>({ $exists: false }),
      }),
    byToken(token: string) {
      const hash = key.tokenHash(token);
      return findOne({ $or: [{ tokenHash: hash }, { olderTokenHashes: hash }] });
    },

    withIdentifiers: (hashes: readonly string[]) =>
      findAll({ 'identifiers.hash': trusted<object>({ $in: [...hashes] }) }),

    /**
     * Saves a new device, or a changed one over `before`, with events and audit entry. False after a concurrent change,
     * or when another device has the same identifier or sell request.
     */
    async save(before: Device | undefined, after: Device, change: Change): Promise<boolean> {
      try {
        return await saveChange(connection, change, async (session) => {
          if (before === undefined) {
            const _id = new mongoose.Types.ObjectId(after.id);
            await model.collection.insertOne({ ...fieldsOf(after), _id }, inSession(session));
            return true;
          }
          return hasMatched(
            model.updateOne(
              { _id: before.id, ...(planted('device.lost-update') ? {} : { version: before.version }) },
              { $set: fieldsOf(after) },
              { maxTimeMS, ...inSession(session) },
            ),
          );
        });
      } catch (error) {
        if (isDuplicateKeyError(error)) return false;
        throw error;
      }
    },

    /** Sorted by the last change, newest first. */
    async list({ place, search, page, limit }: QueryOf<typeof listDevices>) {
      const identifier = identifierSchema.safeParse(search).data;
      // Not for serial numbers, which may also be models. Needed for devices that are stored without `numberParts`.
      const hash = identifier && identifier.kind !== 'serial' ? key.stored(identifier).hash : undefined;
      const filter = {
        ...(place === '' || place === 'all' ? {} : { place }),
        ...(hash === undefined
          ? searchFilter('searchText', search, key.numbers)
          : { 'identifiers.hash': hash }),
      };
      const [devices, total] = await Promise.all([
        findAll(filter, { sort: { updatedAt: -1, _id: -1 }, skip: (page - 1) * limit, limit }),
        model.countDocuments(filter).maxTimeMS(maxTimeMS),
      ]);
      return { devices, total };
    },

    /** The given photos that a device uses. */
    photosInUse: async (photoIds: readonly string[]): Promise<ReadonlySet<string>> => {
      const usedPhotoIds = ['photoIds', 'former.photoIds'].map((field) =>
        model.distinct(field, { [field]: trusted<object>({ $in: [...photoIds] }) }).maxTimeMS(10_000),
      );
      return new Set((await Promise.all(usedPhotoIds)).flat().map(String));
    },

    /** Removes the name of a staff member; their id stays. */
    async forgetPerson(personId: string, session: mongoose.ClientSession): Promise<void> {
      await model.updateMany(
        { 'history.who.id': personId },
        // The new version makes a concurrent change fail and start over.
        { $set: { 'history.$[own].who.name': '' }, $inc: { version: 1 } },
        { arrayFilters: [{ 'own.who.id': personId }], session },
      );
      const filter = { 'assignment.personId': personId };
      await model.updateMany(filter, { $set: { 'assignment.name': '' } }, { session });
    },
  };
}
