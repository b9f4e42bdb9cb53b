import { createTokenVerifier, runOpenedService } from '@kinmel/service-kit';
import { ensureAdmin } from './accounts/ensure-admin.ts';
import { createAuthApp } from './app.ts';
import { openFolderAvatarStore } from './avatars/upload-avatar.ts';
import { authConfigSchema } from './config.ts';
import { authModels, createAuthContext } from './context.ts';
import { openSigningKeys } from './keys/signing-keys.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';

await runOpenedService({
  name: 'auth',
  configSchema: authConfigSchema,
  models: authModels,
  start: async (service) => {
    const { config } = service;
    const accessTokenSeconds = config.ACCESS_TOKEN_SECONDS;
    const keys = await openSigningKeys({
      folder: config.AUTH_KEYS_FOLDER,
      accessTokenSeconds,
      onUnreadable: (error) => service.logger.error({ err: error }, 'AUTH_KEYS_FOLDER cannot be read'),
    });

    const context = createAuthContext({
      ...service,
      keys,
      hasher: await createPasswordHasher(),
      avatars: await openFolderAvatarStore(config.AVATARS_FOLDER),
      mailSealKey: config.MAIL_SEAL_KEY,
      limits: {
        signupsPerHour: config.SIGNUPS_PER_HOUR,
        loginsPerHour: config.LOGINS_PER_HOUR,
        resetsPerHour: config.RESETS_PER_HOUR,
      },
      accessTokenSeconds,
      sessionDays: config.SESSION_DAYS,
    });
    await ensureAdmin(context, {
      id: config.SEED_ADMIN_ID,
      email: config.ADMIN_EMAIL,
      password: config.ADMIN_PASSWORD,
    });
    await context.start();

    // Auth has the keys itself instead of calling itself.
    const verifier = createTokenVerifier({ jwks: () => keys.publicSet() });
    return {
      app: createAuthApp(context, { ...service.appOptions, verifier }),
      port: config.AUTH_PORT,
      stop: () => context.stop(),
    };
  },
});
