import type { SignIn } from '@kinmel/contracts';
import { declareCollection, driverOf } from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import type { Caller } from './caller.ts';
import { deviceName } from './tokens/device-name.ts';

/** Without an address: devices and times are enough to find a sign-in of another person. */
interface SignInDocument extends Omit<SignIn, 'at'> {
  userId: string;
  at: Date;
}

const keptSeconds = 90 * 24 * 60 * 60;

export const createSignInModel = declareCollection<SignInDocument>('sign_ins', [
  [{ userId: 1, at: -1 }],
  [{ at: 1 }, { expireAfterSeconds: keptSeconds }],
]);

export type SignInsStore = ReturnType<typeof createSignInsStore>;

export function createSignInsStore(model: mongoose.Model<SignInDocument>) {
  const signIns = driverOf(model);
  return {
    async insert(
      signIn: Omit<SignInDocument, 'device'>,
      { headers }: Pick<Caller, 'headers'>,
    ): Promise<void> {
      await signIns.insertOne({ ...signIn, device: deviceName(headers['user-agent']) });
    },

    /** Newest first. */
    async list(userId: string, limit: number): Promise<SignIn[]> {
      const documents = await signIns
        .find({ userId }, { projection: { _id: 0, userId: 0 } })
        .sort({ at: -1 })
        .limit(limit)
        .toArray();
      return documents.map(({ at, ...signIn }) => ({ ...signIn, at: at.toISOString() }));
    },

    async forget(userIds: readonly string[]): Promise<void> {
      await signIns.deleteMany({ userId: { $in: [...userIds] } });
    },
  };
}
