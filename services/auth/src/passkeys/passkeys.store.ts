import { maxPasskeys } from '@kinmel/contracts';
import {
  emailKeysOf,
  hasMatched,
  inSession,
  isDuplicateKeyError,
  nativeCollection,
  personalDataOf,
  saveChange,
  type WireEvent,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import type { UserState } from '../accounts/user.ts';
import { type createUserModel, stateFields, toState, type UserDocument } from '../accounts/users.store.ts';
import type { PasskeyState } from './passkey.ts';

export interface PasskeyOwner {
  readonly user: UserState;
  readonly passkey: PasskeyState;
}

type Filter = mongoose.mongo.Filter<UserDocument>;
type Update = mongoose.mongo.UpdateFilter<UserDocument> | mongoose.mongo.Document[];

export type PasskeysStore = ReturnType<typeof createPasskeysStore>;

/**
 * Passkeys and hashes of recovery codes are in the document of their account: its deletion deletes them in one write, and
 * no write adds or uses one of a deleted account.
 */
export function createPasskeysStore(model: ReturnType<typeof createUserModel>) {
  const users = nativeCollection(model);
  const personal = personalDataOf(model.db);
  const save = (id: string, filter: Filter, update: Update, events: readonly WireEvent[] = []) =>
    saveChange(model.db, { events }, (session) =>
      hasMatched(
        users.updateOne(
          { ...filter, _id: new mongoose.Types.ObjectId(id), deletedAt: null },
          update,
          inSession(session),
        ),
      ),
    );

  return {
    /** The passkeys of an account, oldest first, and the number of its unused recovery codes. */
    async list(userId: string): Promise<{ passkeys: readonly PasskeyState[]; recoveryCodesLeft: number }> {
      const document = await users.findOne(
        { _id: new mongoose.Types.ObjectId(userId), deletedAt: null },
        { projection: { passkeys: 1, recoveryCodes: 1 } },
      );
      const { passkeys = [], recoveryCodes = [] } = document ?? {};
      return { passkeys, recoveryCodesLeft: recoveryCodes.length };
    },

    async findOwner(credentialId: string): Promise<PasskeyOwner | undefined> {
      const document = await users.findOne(
        // `$type` lets the query use the partial index.
        { 'passkeys.credentialId': { $eq: credentialId, $type: 'string' }, deletedAt: null },
        { projection: { ...stateFields, passkeys: 1 } },
      );
      if (!document) return undefined;
      const { passkeys = [], ...state } = document;
      const passkey = passkeys.find((one) => one.credentialId === credentialId);
      return passkey && { user: toState(await personal.open(state)), passkey };
    },

    /**
     * Adds a passkey; the first one with its recovery codes. `refused`: the account is deleted or has the maximum
     * number, or the passkey is in use.
     */
    async insert(
      userId: string,
      passkey: PasskeyState,
      recoveryCodes: string[],
      events: readonly WireEvent[],
    ): Promise<'first' | 'further' | 'refused'> {
      try {
        const isFirst = await save(
          userId,
          { 'passkeys.0': { $exists: false } },
          { $set: { passkeys: [passkey], recoveryCodes } },
          events,
        );
        if (isFirst) return 'first';
        const isAdded = await save(
          userId,
          {
            'passkeys.credentialId': { $ne: passkey.credentialId },
            'passkeys.0': { $exists: true },
            [`passkeys.${maxPasskeys - 1}`]: { $exists: false },
          },
          { $push: { passkeys: passkey } },
          events,
        );
        return isAdded ? 'further' : 'refused';
      } catch (error) {
        if (isDuplicateKeyError(error)) return 'refused';
        throw error;
      }
    },

    saveName: (userId: string, id: string, name: string) =>
      save(userId, { 'passkeys.id': id }, { $set: { 'passkeys.$.name': name } }),

    /**
     * Stores a use. False when the account is deleted or suspended, the passkey was removed, or the counter did not
     * increase, which means that there is a copy of the key (WebAuthn Level 3, section 7.2, step 22).
     */
    saveUse: (
      userId: string,
      { credentialId, counter, isSynced }: Pick<PasskeyState, 'credentialId' | 'counter' | 'isSynced'>,
      now: Date,
    ) =>
      save(
        userId,
        {
          suspendedAt: null,
          passkeys: { $elemMatch: { credentialId, counter: counter === 0 ? 0 : { $lt: counter } } },
        },
        {
          $set: {
            'passkeys.$.counter': counter,
            'passkeys.$.lastUsedAt': now,
            'passkeys.$.isSynced': isSynced,
          },
        },
      ),

    /**
     * Removes a passkey, and with the last one the recovery codes. False when there is no such passkey, or it is the last
     * one and `mustKeepOne` is set.
     */
    delete: (userId: string, id: string, mustKeepOne: boolean, events: readonly WireEvent[]) =>
      save(
        userId,
        { 'passkeys.id': id, ...(mustKeepOne ? { 'passkeys.1': { $exists: true } } : {}) },
        [
          { $set: { passkeys: { $filter: { input: '$passkeys', cond: { $ne: ['$$this.id', id] } } } } },
          { $set: { recoveryCodes: { $cond: [{ $eq: ['$passkeys', []] }, [], '$recoveryCodes'] } } },
        ],
        events,
      ),

    /** Replaces all recovery codes; false for an account without passkeys. */
    saveRecoveryCodes: (userId: string, recoveryCodes: string[], events: readonly WireEvent[]) =>
      save(userId, { 'passkeys.0': { $exists: true } }, { $set: { recoveryCodes } }, events),

    /** The account of an address that has this recovery code; undefined for a suspended account. */
    async findByRecoveryCode(email: string, codeHash: string): Promise<UserState | undefined> {
      const document = await users.findOne(
        {
          emailKey: { $in: await emailKeysOf(personal, email) },
          recoveryCodes: codeHash,
          deletedAt: null,
          suspendedAt: null,
        },
        { projection: stateFields },
      );
      return document ? toState(await personal.open(document)) : undefined;
    },

    /** Uses up a recovery code; false when it was used meanwhile. */
    deleteRecoveryCode: (userId: string, codeHash: string, events: readonly WireEvent[]) =>
      save(
        userId,
        { recoveryCodes: codeHash, suspendedAt: null },
        { $pull: { recoveryCodes: codeHash } },
        events,
      ),
  };
}
