import { sessionRevoked } from '@kinmel/contracts';
import { outboxOf, saveChange, type WireEvent } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { SessionState } from './session.ts';

export interface SessionDocument extends Omit<SessionState, 'id' | 'rotatedAt'> {
  _id: string;
  rotatedAt: Date[];
  /** Some days after the session's end, so that its events are published. */
  purgeAt: Date;
}

const sessionSchema = new mongoose.Schema(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    credentialVersion: { type: Number, required: true, min: 1 },
    generation: { type: Number, required: true, min: 1 },
    secretHash: { type: String, required: true },
    cookieHash: { type: String, default: null },
    renewalHash: { type: String, default: null },
    rotatedAt: { type: [Date], default: () => [] },
    device: { type: String, required: true },
    address: { type: String, required: true },
    lastAddress: { type: String, required: true },
    signedInAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    endedAt: { type: Date, default: null },
    purgeAt: { type: Date, required: true },
  },
  { versionKey: false, minimize: false, autoIndex: false, id: false },
);

sessionSchema.index({ userId: 1, endedAt: 1, lastUsedAt: -1 });
sessionSchema.index({ purgeAt: 1 }, { expireAfterSeconds: 0 });

export type SessionModel = mongoose.Model<SessionDocument>;

export function createSessionModel(connection: mongoose.Connection): SessionModel {
  return connection.model<SessionDocument>('session', sessionSchema, 'sessions');
}

const stateFields = { purgeAt: 0 } as const;

const toState = ({ _id, ...state }: Omit<SessionDocument, 'purgeAt'>): SessionState => ({
  id: _id,
  ...state,
});

/** How long events of an ended session wait for the broker at most. */
const keepAfterEndMs = 3 * 24 * 60 * 60_000;

const forgotten = { device: 'deleted', address: 'deleted', lastAddress: 'deleted' };

/** The time limit of mongoose's queries. */
const queryMs = 2_000;

/** More than a browser makes within the grace period. */
const rememberedRotations = 8;

export interface Rotation {
  readonly sessionId: string;
  readonly generation: number;
  readonly secretHash: string;
  readonly cookieHash: string | null;
  readonly nextSecretHash: string;
  readonly renewalHash: string | null;
  readonly device: string;
  readonly address: string;
  readonly now: Date;
  readonly expiresAt: Date;
}

export interface SessionsStore {
  insert(session: SessionState): Promise<void>;
  find(id: string): Promise<SessionState | undefined>;
  /** Replaces the current token by one conditional write. Resolves with the session after it, or undefined. */
  rotate(rotation: Rotation): Promise<SessionState | undefined>;
  /** Live sessions of a user, the last used first; at most a hundred. */
  live(userId: string, now: Date): Promise<SessionState[]>;
  /** The users with a live session. */
  ownersOfLive(userIds: readonly string[]): Promise<string[]>;
  /** All stored sessions of a user, the last used first. */
  kept(userId: string): Promise<SessionState[]>;
  /** False when it had already ended. */
  end(session: SessionState, events: readonly WireEvent[], now: Date): Promise<boolean>;
  /** Overwrites devices and addresses of deleted users, and removes published events that name them. */
  forget(userIds: readonly string[]): Promise<void>;
  /** Keeps the session valid in which the password was changed. */
  renewCredential(id: string, credentialVersion: number): Promise<void>;
}

export function createSessionsStore(model: SessionModel): SessionsStore {
  const documents = model.db.getClient().db(model.db.name).collection<SessionDocument>('sessions');
  const purgeAfter = (end: Date) => new Date(end.getTime() + keepAfterEndMs);
  return {
    async insert(session) {
      const { id, rotatedAt, ...fields } = session;
      // By the driver, as a mongoose document costs more than the write.
      await documents.insertOne({
        ...fields,
        _id: id,
        rotatedAt: [...rotatedAt],
        purgeAt: purgeAfter(session.expiresAt),
      });
    },

    async find(id) {
      const document = await model.findOne({ _id: id }, stateFields).lean();
      return document ? toState(document) : undefined;
    },

    async rotate({ sessionId, generation, secretHash, cookieHash, nextSecretHash, now, ...rest }) {
      const document = await model
        .findOneAndUpdate(
          {
            _id: sessionId,
            generation,
            secretHash,
            // A program's session has no cookie half; a browser's needs its own.
            cookieHash: mongoose.trusted({ $in: cookieHash === null ? [null] : [null, cookieHash] }),
            endedAt: null,
            expiresAt: mongoose.trusted({ $gt: now }),
          },
          {
            $set: {
              generation: generation + 1,
              secretHash: nextSecretHash,
              renewalHash: rest.renewalHash,
              device: rest.device,
              lastAddress: rest.address,
              lastUsedAt: now,
              expiresAt: rest.expiresAt,
              purgeAt: purgeAfter(rest.expiresAt),
            },
            $push: { rotatedAt: { $each: [now], $slice: -rememberedRotations } },
          },
          { returnDocument: 'after', projection: stateFields },
        )
        .lean();
      return document ? toState(document) : undefined;
    },

    async live(userId, now) {
      const found = await model
        .find({ userId, endedAt: null, expiresAt: mongoose.trusted({ $gt: now }) }, stateFields)
        .sort({ lastUsedAt: -1 })
        .limit(100)
        .lean();
      return found.map(toState);
    },

    ownersOfLive: (userIds) =>
      model.distinct('userId', { userId: mongoose.trusted({ $in: [...userIds] }), endedAt: null }),

    async kept(userId) {
      const found = await model.find({ userId }, stateFields).sort({ lastUsedAt: -1 }).lean();
      return found.map(toState);
    },

    end: (session, events, now) =>
      saveChange(model.db, { events }, async (transaction) => {
        const { matchedCount } = await model.updateOne(
          { _id: session.id, endedAt: null },
          { $set: { endedAt: now, purgeAt: purgeAfter(now) } },
          { session: transaction },
        );
        return matchedCount === 1;
      }),

    async forget(userIds) {
      const ofUsers = { userId: mongoose.trusted({ $in: [...userIds] }) };
      const found = await model.find(ofUsers, { _id: 1 }).lean();
      await model.updateMany({ ...ofUsers, device: mongoose.trusted({ $ne: forgotten.device }) }, forgotten);
      await outboxOf(model.db).deleteMany(
        {
          record: { $in: found.map(({ _id }) => _id) },
          sentAt: { $type: 'date' },
          // `session.revoked` contains no personal data and may have to be published again.
          'event.type': { $ne: sessionRevoked.type },
        },
        { maxTimeMS: queryMs },
      );
    },

    async renewCredential(id, credentialVersion) {
      await model.updateOne({ _id: id, endedAt: null }, { $set: { credentialVersion } });
    },
  };
}
