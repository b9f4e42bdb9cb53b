import { sweepPersonalPictures, sweepPicturesEveryMs } from '@kinmel/pictures';
import {
  type AuditContext,
  createAuditTrail,
  createMessaging,
  deletedRecordsKeptMs,
  pick,
  type RunningContext,
  type ServiceContextOptions,
} from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { createUserModel, createUsersStore } from './accounts/users.store.ts';
import type { AuthContext } from './auth-context.ts';
import {
  type AttemptLimitSettings,
  createAttemptLimits,
  createLimitModel,
} from './limits/attempt-limits.store.ts';
import { createChallengeModel, createChallengesStore } from './passkeys/challenges.store.ts';
import { createPasskeysStore } from './passkeys/passkeys.store.ts';
import { createSessionModel, createSessionsStore } from './sessions/sessions.store.ts';
import { createSignInModel, createSignInsStore } from './sessions/sign-ins.store.ts';
import { forgetDeletedUsers, forgetEveryMs } from './users/forget-deleted-users.ts';

export interface RunningAuthContext extends AuthContext, AuditContext, RunningContext {
  /** Resolves when all `afterAnswer` work is done. */
  readonly settle: () => Promise<void>;
}

/** The parts of the context that the caller provides. */
const providedParts = [
  'keys',
  'hasher',
  'avatars',
  'mailSealKey',
  'passkeySettings',
  'accessTokenSeconds',
  'sessionDays',
  'sessionLimits',
] as const;

export interface AuthContextOptions
  extends ServiceContextOptions,
    Pick<AuthContext, (typeof providedParts)[number]> {
  readonly limits: AttemptLimitSettings;
}

export const authModels = (connection: mongoose.Connection) => [
  createUserModel(connection),
  createSessionModel(connection),
  createSignInModel(connection),
  createLimitModel(connection),
  createChallengeModel(connection),
];

const purgeEveryMs = 60 * 60_000;

export function createAuthContext(options: AuthContextOptions): RunningAuthContext {
  const { connection, logger, avatars, now = () => new Date() } = options;
  const userModel = createUserModel(connection);
  const users = createUsersStore(userModel);
  const messaging = createMessaging({ ...options, service: 'auth' });
  const backgroundWork = new Set<Promise<void>>();
  const sweepAvatars = () =>
    sweepPersonalPictures({ pictures: avatars, inUse: (ids) => users.avatarsInUse(ids), now, logger });

  const context: RunningAuthContext = {
    ...pick(options, 'logger', ...providedParts),
    users,
    passkeys: createPasskeysStore(userModel),
    challenges: createChallengesStore(createChallengeModel(connection)),
    sessions: createSessionsStore(createSessionModel(connection)),
    signIns: createSignInsStore(createSignInModel(connection)),
    limits: createAttemptLimits(options),
    audit: createAuditTrail(connection),
    now,
    newId: () => new mongoose.Types.ObjectId().toHexString(),
    sendEvents: messaging.sendEvents,
    afterAnswer(task) {
      const work = task()
        .catch((error: unknown) => logger.error({ err: error }, 'work after an answer failed'))
        .finally(() => backgroundWork.delete(work));
      backgroundWork.add(work);
    },
    async settle() {
      while (backgroundWork.size > 0) await Promise.all(backgroundWork);
    },
    async start() {
      await messaging.start(
        [],
        [
          [purgeEveryMs, () => users.purge(new Date(now().getTime() - deletedRecordsKeptMs))],
          [forgetEveryMs, () => forgetDeletedUsers(context)],
          [sweepPicturesEveryMs, sweepAvatars],
        ],
      );
      // Removes files that an upload left behind in a crash.
      context.afterAnswer(sweepAvatars);
    },
    async stop() {
      await context.settle();
      await messaging.stop();
    },
  };
  return context;
}
