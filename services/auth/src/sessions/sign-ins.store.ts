import type { SignIn } from '@kinmel/contracts';
import { declareCollection, nativeCollection } from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import type { Caller } from './caller.ts';
import { deviceName } from './tokens/device-name.ts';

/** Stores no address: device and time are enough to recognise the sign-in of another person. */
interface SignInDocument extends Omit<SignIn, 'at'> {
  userId: string;
  at: Date;
}

const retentionSeconds = 90 * 24 * 60 * 60;

export const createSignInModel = declareCollection<SignInDocument>('sign_ins', [
  [{ userId: 1, isRefused: 1, at: -1 }],
  [{ at: 1 }, { expireAfterSeconds: retentionSeconds }],
]);

export type SignInsStore = ReturnType<typeof createSignInsStore>;

export function createSignInsStore(model: mongoose.Model<SignInDocument>) {
  const signIns = nativeCollection(model);
  return {
    async insert(
      signIn: Omit<SignInDocument, 'device'>,
      { headers }: Pick<Caller, 'headers'>,
    ): Promise<void> {
      await signIns.insertOne({ ...signIn, device: deviceName(headers['user-agent']) });
    },

    /** Newest first. @param limit applies to sign-ins and to wrong passwords separately, so that many of these hide no sign-in */
    async list(userId: string, limit: number): Promise<SignIn[]> {
      const newest = await Promise.all(
        [false, true].map((isRefused) =>
          signIns
            .find({ userId, isRefused }, { projection: { _id: 0, userId: 0 } })
            .sort({ at: -1 })
            .limit(limit)
            .toArray(),
        ),
      );
      return newest
        .flat()
        .toSorted((a, b) => b.at.getTime() - a.at.getTime())
        .map(({ at, ...signIn }) => ({ ...signIn, at: at.toISOString() }));
    },

    async forget(userIds: readonly string[]): Promise<void> {
      await signIns.deleteMany({ userId: { $in: [...userIds] } });
    },
  };
}
