import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createLogger,
  createMemoryBus,
  createMetrics,
  createTokenVerifier,
  type Logger,
  type MemoryBus,
  migrateIndexes,
  mongoHealth,
} from '@kinmel/service-kit';
import type mongoose from 'mongoose';
import { createUserModel } from '../accounts/users.store.ts';
import { createAuthApp } from '../app.ts';
import { openFolderAvatarStore } from '../avatars/upload-avatar.ts';
import { authModels, createAuthContext } from '../context.ts';
import { openSigningKeys } from '../keys/signing-keys.ts';
import type { AttemptLimitSettings } from '../limits/attempt-limits.store.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { createSessionModel } from '../sessions/sessions.store.ts';

/** What services show auth in tests. */
export const testServiceToken = 'a-token-of-the-tests-only';

/** Seals reset tokens in tests. */
export const testSealKey = Buffer.alloc(32, 7).toString('base64');

/** High enough not to affect other tests. */
const generous: AttemptLimitSettings = {
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
  readonly now?: () => Date;
  readonly logger?: Logger;
}) {
  const { connection, bus = createMemoryBus(), now = () => new Date() } = options;
  await migrateIndexes(connection, authModels(connection));
  const keysFolder = options.keysFolder ?? (await mkdtemp(path.join(tmpdir(), 'kinmel-keys-')));
  const keys = await openSigningKeys({ folder: keysFolder, accessTokenSeconds: 900, now });
  const avatarsFolder = await mkdtemp(path.join(tmpdir(), 'kinmel-avatars-'));
  const logger = options.logger ?? createLogger({ service: 'auth', level: 'silent' });
  const context = createAuthContext({
    connection,
    bus,
    logger,
    instanceId: `test-${Math.random()}`,
    keys,
    hasher: await createPasswordHasher(),
    avatars: await openFolderAvatarStore(avatarsFolder),
    mailSealKey: testSealKey,
    limits: { ...generous, ...options.limits },
    now,
  });
  await context.start();
  const app = createAuthApp(context, {
    verifier: createTokenVerifier({ jwks: () => keys.publicSet(), now: () => now().getTime() }),
    metrics: createMetrics('auth'),
    serviceToken: testServiceToken,
    health: { mongo: () => mongoHealth(connection) },
  });
  const server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    context,
    server,
    bus,
    keys,
    keysFolder,
    avatarsFolder,
    users: createUserModel(connection),
    sessions: createSessionModel(connection),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await context.stop();
      await rm(avatarsFolder, { recursive: true, force: true });
      if (options.keysFolder === undefined) await rm(keysFolder, { recursive: true, force: true });
    },
  };
}

export type TestAuth = Awaited<ReturnType<typeof startTestAuth>>;
