import { declareCollection, nativeCollection } from '@kinmel/service-kit';
import type mongoose from 'mongoose';

interface ChallengeDocument {
  /** The challenge, base64url. */
  _id: string;
  purpose: string;
  expiresAt: Date;
}

export const createChallengeModel = declareCollection<ChallengeDocument>('challenges', [
  [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
]);

/** What the answer to a challenge is for, with the account or session that asked for it. */
export type ChallengePurpose = 'log-in' | `add ${string}` | `proof ${string}`;

/** How long a person may take to answer, and the browser's time limit (WebAuthn Level 3, section 15.1). */
export const challengeMs = 5 * 60_000;

export type ChallengesStore = ReturnType<typeof createChallengesStore>;

export function createChallengesStore(model: mongoose.Model<ChallengeDocument>) {
  const challenges = nativeCollection(model);
  return {
    async insert(challenge: string, purpose: ChallengePurpose, now: Date): Promise<void> {
      await challenges.insertOne({
        _id: challenge,
        purpose,
        expiresAt: new Date(now.getTime() + challengeMs),
      });
    },

    /** Takes a challenge, once: false when it is of another purpose, has expired or was taken. */
    async take(challenge: string, purpose: ChallengePurpose, now: Date): Promise<boolean> {
      return (
        (await challenges.findOneAndDelete({ _id: challenge, purpose, expiresAt: { $gt: now } })) !== null
      );
    },
  };
}
