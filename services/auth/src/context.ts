import { type PersonalPictureStore, sweepPersonalPictures, sweepPicturesEveryMs } from '@kinmel/pictures';
import {
  createMessaging,
  deletedRecordsKeptMs,
  repeat,
  type ServiceContextOptions,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { createUserModel, createUsersStore } from './accounts/users.store.ts';
import type { AuthContext } from './auth-context.ts';
import type { SigningKeys } from './keys/signing-keys.ts';
import {
  type AttemptLimitSettings,
  createAttemptLimits,
  createLimitModel,
} from './limits/attempt-limits.store.ts';
import type { PasswordHasher } from './passwords/password-hasher.ts';
import { createSessionModel, createSessionsStore } from './sessions/sessions.store.ts';
import { forgetDeletedUsers, forgetEveryMs } from './users/forget-deleted-users.ts';

export interface RunningAuthContext extends AuthContext {
  readonly start: () => Promise<void>;
  /** Resolves when all `afterAnswer` work is done. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface AuthContextOptions extends ServiceContextOptions {
  readonly keys: SigningKeys;
  readonly hasher: PasswordHasher;
  readonly avatars: PersonalPictureStore;
  readonly mailSealKey: string;
  readonly limits: AttemptLimitSettings;
  readonly accessTokenSeconds?: number;
  readonly sessionDays?: number;
}

export const authModels = (connection: mongoose.Connection) => [
  createUserModel(connection),
  createSessionModel(connection),
  createLimitModel(connection),
];

const purgeEveryMs = 60 * 60_000;

export function createAuthContext({
  connection,
  bus,
  logger,
  instanceId,
  keys,
  hasher,
  avatars,
  mailSealKey,
  limits,
  accessTokenSeconds = 900,
  sessionDays = 30,
  metrics,
  now = () => new Date(),
}: AuthContextOptions): RunningAuthContext {
  const users = createUsersStore(createUserModel(connection));
  const messaging = createMessaging({ service: 'auth', connection, bus, logger, instanceId, metrics });
  const inBackground = new Set<Promise<void>>();
  const every = (everyMs: number, work: () => Promise<unknown>) =>
    repeat(everyMs, work, (error) => logger.error({ err: error }, 'periodic work failed'));
  const purger = every(purgeEveryMs, () => users.purge(new Date(now().getTime() - deletedRecordsKeptMs)));
  const forgetter = every(forgetEveryMs, () => forgetDeletedUsers(context));
  const sweepAvatars = () =>
    sweepPersonalPictures({ pictures: avatars, inUse: (ids) => users.avatarsInUse(ids), now, logger });
  const sweeper = every(sweepPicturesEveryMs, sweepAvatars);

  const context: RunningAuthContext = {
    logger,
    users,
    sessions: createSessionsStore(createSessionModel(connection)),
    keys,
    hasher,
    avatars,
    mailSealKey,
    limits: createAttemptLimits({ connection, limits }),
    accessTokenSeconds,
    sessionDays,
    now,
    newId: () => new mongoose.Types.ObjectId().toHexString(),
    sendEvents: messaging.sendEvents,
    afterAnswer(task) {
      const work = task()
        .catch((error: unknown) => logger.error({ err: error }, 'work after an answer failed'))
        .finally(() => inBackground.delete(work));
      inBackground.add(work);
    },
    async settle() {
      while (inBackground.size > 0) await Promise.all(inBackground);
    },
    async start() {
      await messaging.start();
      purger.start();
      forgetter.start();
      // Removes what a crash left.
      context.afterAnswer(sweepAvatars);
      sweeper.start();
    },
    async stop() {
      await purger.stop();
      await forgetter.stop();
      await sweeper.stop();
      await context.settle();
      await messaging.stop();
    },
  };
  return context;
}
