import { sessionRevoked } from '@kinmel/contracts';
import {
  declareCollection,
  hasMatched,
  nativeCollection,
  outboxOf,
  saveChange,
  type WireEvent,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { SessionState } from './session.ts';

interface SessionDocument extends Omit<SessionState, 'id'> {
  _id: string;
  /** Some days after the session's end, so that its events are published. */
  purgeAt: Date;
}

export const createSessionModel = declareCollection<SessionDocument>('sessions', [
  [{ userId: 1, endedAt: 1, lastUsedAt: -1 }],
  [{ purgeAt: 1 }, { expireAfterSeconds: 0 }],
]);

const stateFields = { purgeAt: 0 } as const;

const toState = ({ _id, ...state }: Omit<SessionDocument, 'purgeAt'>): SessionState => ({
  id: _id,
  ...state,
});

/** How long the events of an ended session may wait for the broker. */
const keepAfterEndMs = 3 * 24 * 60 * 60_000;

const anonymizedFields = { device: 'deleted', address: 'deleted', lastAddress: 'deleted' };

/** The same time limit as mongoose's queries. */
const queryTimeoutMs = 2_000;

/** More than a browser makes within the grace period. */
const rememberedRotations = 8;

type RotatedField = 'generation' | 'secretHash' | 'cookieHash' | 'renewalHash' | 'device' | 'lastAddress';

/** A use of the current token, with the hashes of its secret and cookie. */
export interface Rotation extends Pick<SessionState, RotatedField | 'lastUsedAt' | 'expiresAt'> {
  readonly sessionId: string;
  readonly nextSecretHash: string;
}

export type SessionsStore = ReturnType<typeof createSessionsStore>;

export function createSessionsStore(model: ReturnType<typeof createSessionModel>) {
  const purgeAfter = (end: Date) => new Date(end.getTime() + keepAfterEndMs);
  const stateOf = (document: Omit<SessionDocument, 'purgeAt'> | null) =>
    document ? toState(document) : undefined;
  return {
    async insert({ id: _id, ...session }: SessionState): Promise<void> {
      // Uses the native driver, because a mongoose document costs more time than the write.
      await nativeCollection(model).insertOne({ ...session, _id, purgeAt: purgeAfter(session.expiresAt) });
    },

    find: async (id: string) => stateOf(await model.findOne({ _id: id }, stateFields).lean()),

    /** Replaces the current token by one conditional write. Resolves with the session after it, or undefined. */
    async rotate({
      sessionId,
      generation,
      secretHash,
      cookieHash,
      nextSecretHash,
      ...usage
    }: Rotation): Promise<SessionState | undefined> {
      const document = await model
        .findOneAndUpdate(
          {
            _id: sessionId,
            generation,
            secretHash,
            // A program's session has no cookie half; a browser's needs its own.
            cookieHash: mongoose.trusted({ $in: cookieHash === null ? [null] : [null, cookieHash] }),
            endedAt: null,
            expiresAt: mongoose.trusted({ $gt: usage.lastUsedAt }),
          },
          {
            $set: {
              ...usage,
              generation: generation + 1,
              secretHash: nextSecretHash,
              purgeAt: purgeAfter(usage.expiresAt),
            },
            $push: { rotatedAt: { $each: [usage.lastUsedAt], $slice: -rememberedRotations } },
          },
          { returnDocument: 'after', projection: stateFields },
        )
        .lean();
      return stateOf(document);
    },

    /** Live sessions of a user, most recently used first; at most a hundred. */
    async live(userId: string, now: Date): Promise<SessionState[]> {
      const documents = await model
        .find({ userId, endedAt: null, expiresAt: mongoose.trusted({ $gt: now }) }, stateFields)
        .sort({ lastUsedAt: -1 })
        .limit(100)
        .lean();
      return documents.map(toState);
    },

    /** The users with a live session. */
    ownersOfLive: (userIds: readonly string[]): Promise<string[]> =>
      model.distinct('userId', { userId: mongoose.trusted({ $in: [...userIds] }), endedAt: null }),

    /** When each of the users last used a session. */
    async lastUses(userIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
      const uses = await model.aggregate<{ _id: string; at: Date }>([
        { $match: { userId: { $in: [...userIds] } } },
        { $group: { _id: '$userId', at: { $max: '$lastUsedAt' } } },
      ]);
      return new Map(uses.map(({ _id, at }) => [_id, at]));
    },

    /** All stored sessions of a user, most recently used first. */
    async listAll(userId: string): Promise<SessionState[]> {
      const documents = await model.find({ userId }, stateFields).sort({ lastUsedAt: -1 }).lean();
      return documents.map(toState);
    },

    /** False when the session had already ended. */
    end: ({ id: _id }: SessionState, events: readonly WireEvent[], now: Date): Promise<boolean> =>
      saveChange(model.db, { events }, (session) =>
        hasMatched(
          model.updateOne(
            { _id, endedAt: null },
            { $set: { endedAt: now, purgeAt: purgeAfter(now) } },
            { session },
          ),
        ),
      ),

    /** Overwrites devices and addresses of deleted users, and removes published events that name them. */
    async forget(userIds: readonly string[]): Promise<void> {
      const userFilter = { userId: mongoose.trusted({ $in: [...userIds] }) };
      const sessions = await model.find(userFilter, { _id: 1 }).lean();
      await model.updateMany(
        { ...userFilter, device: mongoose.trusted({ $ne: anonymizedFields.device }) },
        anonymizedFields,
      );
      await outboxOf(model.db).deleteMany(
        {
          record: { $in: sessions.map(({ _id }) => _id) },
          sentAt: { $type: 'date' },
          // `session.revoked` contains no personal data and may have to be published again.
          'event.type': { $ne: sessionRevoked.type },
        },
        { maxTimeMS: queryTimeoutMs },
      );
    },

    /** Stores newer activity, unless the session has ended or another call has stored it meanwhile. */
    async noteActivity(
      { id: _id, activeAt = null }: Pick<SessionState, 'id'> & { activeAt?: Date | null },
      now: Date,
    ) {
      await model.updateOne({ _id, endedAt: null, activeAt }, { $set: { activeAt: now } });
    },

    /** Stores that the password was entered in the session, or a passkey used. */
    async prove(id: string, provedAt: Date, proof: Pick<SessionState, 'withPasskey'> = {}): Promise<void> {
      await model.updateOne({ _id: id, endedAt: null }, { $set: { provedAt, ...proof } });
    },

    /** Keeps the session in which the password was changed valid. */
    async renewCredential(id: string, credentialVersion: number): Promise<void> {
      await model.updateOne({ _id: id, endedAt: null }, { $set: { credentialVersion } });
    },
  };
}
