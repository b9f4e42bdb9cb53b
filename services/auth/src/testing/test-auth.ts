import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createMemoryBus, type Logger, type MemoryBus, openFolderObjects } from '@kinmel/service-kit';
import { startTestService } from '@kinmel/testing/servers';
import type mongoose from 'mongoose';
import { createUserModel } from '../accounts/users.store.ts';
import { authApp } from '../app.ts';
import { createAvatarStore } from '../avatars/upload-avatar.ts';
import { authModels, createAuthContext } from '../context.ts';
import { openSigningKeys } from '../keys/signing-keys.ts';
import type { AttemptLimitSettings } from '../limits/attempt-limits.store.ts';
import type { PasskeySettings } from '../passkeys/passkey.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { createSessionModel } from '../sessions/sessions.store.ts';

/** The token of other services that call auth in tests. */
export const testServiceToken = 'a-token-of-the-tests-only';

/** Encrypts reset tokens in tests. */
export const testSealKey = Buffer.alloc(32, 7).toString('base64');

/** The shop of the tests as a relying party of WebAuthn. */
export const testPasskeySettings: PasskeySettings = {
  relyingPartyId: 'shop.example',
  origins: ['https://shop.example', 'https://www.shop.example'],
  isRequiredOfStaff: false,
};

/** High enough not to affect other tests. */
const highLimits: AttemptLimitSettings = {
  signupsPerHour: 100_000,
  loginsPerHour: 100_000,
  resetsPerHour: 100_000,
  slowDownMs: 0,
};

/** One instance of the service: real database, in-memory bus, its own keys. */
export async function startTestAuth(options: {
  readonly connection: mongoose.Connection;
  readonly bus?: MemoryBus;
  readonly keysFolder?: string;
  readonly limits?: Partial<AttemptLimitSettings>;
  readonly passkeySettings?: Partial<PasskeySettings>;
  readonly now?: () => Date;
  readonly logger?: Logger;
}) {
  const { connection, bus = createMemoryBus(), now = () => new Date() } = options;
  const keysFolder = options.keysFolder ?? (await mkdtemp(path.join(tmpdir(), 'kinmel-keys-')));
  const keys = await openSigningKeys({ folder: keysFolder, accessTokenSeconds: 900, now });
  const started = await startTestService('auth', {
    connection,
    bus,
    // Auth uses its own keys and sessions.
    tokens: { source: async () => ({ keys: [] }), liveSessions: { confirm: async (caller) => caller } },
    models: authModels,
    createContext: async (common, folder) =>
      createAuthContext({
        ...common,
        logger: options.logger ?? common.logger,
        keys,
        hasher: await createPasswordHasher(),
        avatars: createAvatarStore(await openFolderObjects(folder)),
        mailSealKey: testSealKey,
        limits: { ...highLimits, ...options.limits },
        passkeySettings: { ...testPasskeySettings, ...options.passkeySettings },
        accessTokenSeconds: 900,
        sessionDays: 30,
        sessionLimits: { staffSessionHours: 12, staffIdleMinutes: 30, customerSessionDays: 90 },
        now,
      }),
    appOf: authApp,
    serviceToken: testServiceToken,
  });
  return {
    ...started,
    bus,
    keys,
    keysFolder,
    avatarsFolder: started.folder,
    users: createUserModel(connection),
    sessions: createSessionModel(connection),
    async stop() {
      await started.stop();
      if (options.keysFolder === undefined) await rm(keysFolder, { recursive: true, force: true });
    },
  };
}

export type TestAuth = Awaited<ReturnType<typeof startTestAuth>>;
