import {
  deviceGrades,
  devicePlaces,
  identifierKinds,
  sellBrands,
  sellColors,
  sellStorages,
  shopCurrency,
  wearLevels,
} from '@kinmel/contracts';
import {
  type Change,
  declareWorkIndexes,
  type ShopCalendar,
  type StoredWorkFields,
  saveChange,
  workFields,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { DeviceKey } from '../identifiers/device-key.ts';
import type { Device } from './device.rules.ts';
import { promisedAtOf } from './device-work.rules.ts';

interface DeviceDocument extends Omit<Device, 'id'>, StoredWorkFields {
  readonly _id: mongoose.Types.ObjectId;
  readonly tokenHash: string;
  readonly searchText: string;
}

const text = { type: String, required: true };
const ownText = { type: String, default: '' };
const date = { type: Date, required: true };
const count = { type: Number, required: true, min: 0, validate: Number.isSafeInteger };
const works = { type: Boolean, required: true };
const oneOf = (values: readonly string[]) => ({ ...text, enum: values });
const part = (fields: object) =>
  new mongoose.Schema(fields as never, { _id: false, id: false, strict: 'throw' });

const money = part({ amountInMinorUnits: count, currency: oneOf([shopCurrency]) });
const checklist = part({
  screen: oneOf(wearLevels),
  body: oneOf(wearLevels),
  batteryHealthPercent: count,
  doButtonsWork: works,
  doCamerasWork: works,
  doesNetworkWork: works,
});
const history = part({
  at: date,
  who: { type: part({ id: text, name: ownText }), default: null },
  from: { type: String, enum: [...devicePlaces, null], default: null },
  to: oneOf(devicePlaces),
  note: ownText,
});

const deviceSchema = new mongoose.Schema(
  {
    brand: oneOf(sellBrands),
    model: text,
    storage: oneOf(sellStorages),
    color: oneOf(sellColors),
    identifiers: [part({ kind: oneOf(identifierKinds), hash: text, sealed: text, lastFour: text })],
    place: oneOf(devicePlaces),
    purchase: oneOf(['to-inspect', 'requoted', 'agreed', 'declined']),
    sellRequest: { type: part({ id: text, reference: text }), required: true },
    quoteInMinorUnits: { ...count, required: false, default: null },
    price: { type: money, default: null },
    inspection: {
      type: part({
        at: date,
        checklist: { type: checklist, required: true },
        grade: { type: String, enum: [...deviceGrades, null], default: null },
        note: ownText,
      }),
      default: null,
    },
    photoIds: [String],
    parts: [part({ name: text, minutes: count, cost: { type: money, required: true }, at: date })],
    sale: { type: part({ productId: text, price: { type: money, required: true } }), default: null },
    orderId: { type: String, default: null },
    warrantyUntil: { type: Date, default: null },
    history: [history],
    tokenHash: text,
    searchText: ownText,
    createdAt: date,
    updatedAt: date,
    version: { type: Number, required: true, min: 1 },
    ...workFields,
  },
  { strict: 'throw', versionKey: false, minimize: false, autoIndex: false, id: false },
);
/** D2: a phone is one device. */
deviceSchema.index({ 'identifiers.hash': 1 }, { unique: true });
/** D3: a sell request has one phone. */
deviceSchema.index({ 'sellRequest.id': 1 }, { unique: true });
deviceSchema.index({ tokenHash: 1 }, { unique: true });
deviceSchema.index({ photoIds: 1 });
deviceSchema.index({ orderId: 1 });
deviceSchema.index({ updatedAt: -1, _id: -1 });
deviceSchema.index({ place: 1, updatedAt: -1, _id: -1 });
declareWorkIndexes(deviceSchema);

export const createDeviceModel = (connection: mongoose.Connection): mongoose.Model<DeviceDocument> =>
  connection.model<DeviceDocument>('device', deviceSchema as never, 'devices');

export interface DevicesPage {
  /** Undefined: all. */
  readonly place: Device['place'] | undefined;
  readonly search: string;
  readonly page: number;
  readonly limit: number;
}

const maxTimeMS = 2_000;
const { trusted } = mongoose;

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 11000;

function toDevice(stored: DeviceDocument): Device {
  const { _id, tokenHash: _token, searchText: _search, promisedAt: _by, assignment: _of, ...fields } = stored;
  return { ...fields, id: _id.toHexString() };
}

export type DevicesStore = ReturnType<typeof createDevicesStore>;

export function createDevicesStore(connection: mongoose.Connection, key: DeviceKey, calendar: ShopCalendar) {
  const model = createDeviceModel(connection);

  const fieldsOf = ({ id, ...device }: Device) => ({
    ...device,
    promisedAt: promisedAtOf(device, calendar),
    tokenHash: key.tokenHash(key.passportToken(id)),
    searchText: [device.brand, device.model, ...device.identifiers.map(({ lastFour }) => lastFour)]
      .join('\n')
      .toLowerCase(),
  });

  async function findOne(filter: object, session?: mongoose.ClientSession): Promise<Device | undefined> {
    const found = await model
      .findOne(filter)
      .session(session ?? null)
      .maxTimeMS(maxTimeMS)
      .lean<DeviceDocument>();
    return found ? toDevice(found) : undefined;
  }

  async function findAll(filter: object, session?: mongoose.ClientSession): Promise<Device[]> {
    const found = await model
      .find(filter)
      .session(session ?? null)
      .maxTimeMS(maxTimeMS)
      .lean<DeviceDocument[]>();
    return found.map(toDevice);
  }

  return {
    find: (id: string) => findOne({ _id: id }),
    bySellRequest: (id: string, session?: mongoose.ClientSession) =>
      findOne({ 'sellRequest.id': id.toLowerCase() }, session),
    findMany: (ids: readonly string[], session: mongoose.ClientSession) =>
      findAll({ _id: trusted<object>({ $in: [...ids] }) }, session),
    ofOrder: (orderId: string, session: mongoose.ClientSession) => findAll({ orderId }, session),
    byToken: (token: string) => findOne({ tokenHash: key.tokenHash(token) }),

    withIdentifiers: (hashes: readonly string[]) =>
      findAll({ 'identifiers.hash': trusted<object>({ $in: [...hashes] }) }),

    /**
     * Saves a new device, or a changed one over `before`, with events and audit entry. False after a concurrent change,
     * or when another device has one of its identifiers or its sell request.
     */
    async save(before: Device | undefined, after: Device, change: Change): Promise<boolean> {
      try {
        return await saveChange(connection, change, async (session) => {
          if (before === undefined) {
            await model.create([{ ...fieldsOf(after), _id: after.id }], session ? { session } : {});
            return true;
          }
          const { matchedCount } = await model.updateOne(
            { _id: before.id, version: before.version },
            { $set: fieldsOf(after) },
            session ? { session } : { maxTimeMS },
          );
          return matchedCount === 1;
        });
      } catch (error) {
        if (isTaken(error)) return false;
        throw error;
      }
    },

    /** Last changed first. */
    async list({ place, search, page, limit }: DevicesPage): Promise<{ devices: Device[]; total: number }> {
      const filter = {
        ...(place === undefined ? {} : { place }),
        ...(search === '' ? {} : { searchText: trusted({ $regex: RegExp.escape(search.toLowerCase()) }) }),
      };
      const [found, total] = await Promise.all([
        model
          .find(filter)
          .sort({ updatedAt: -1, _id: -1 })
          .skip((page - 1) * limit)
          .limit(limit)
          .maxTimeMS(maxTimeMS)
          .lean<DeviceDocument[]>(),
        model.countDocuments(filter).maxTimeMS(maxTimeMS),
      ]);
      return { devices: found.map(toDevice), total };
    },

    /** The given photos that a device uses. */
    photosInUse: async (photoIds: readonly string[]): Promise<ReadonlySet<string>> => {
      const used = await model
        .distinct('photoIds', { photoIds: trusted<object>({ $in: [...photoIds] }) })
        .maxTimeMS(10_000);
      return new Set(used);
    },

    /** Removes the name of a person of the staff; the id stays. */
    async forgetPerson(personId: string, session: mongoose.ClientSession): Promise<void> {
      await model.updateMany(
        { 'history.who.id': personId },
        // A concurrent change fails and decides again.
        { $set: { 'history.$[own].who.name': '' }, $inc: { version: 1 } },
        { arrayFilters: [{ 'own.who.id': personId }], session },
      );
      const taken = { 'assignment.personId': personId };
      await model.updateMany(taken, { $set: { 'assignment.name': '' } }, { session });
    },
  };
}
