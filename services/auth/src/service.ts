import { describeService, openObjects } from '@kinmel/service-kit';
import { ensureAdmin } from './accounts/ensure-admin.ts';
import { authApp } from './app.ts';
import { createAvatarStore } from './avatars/upload-avatar.ts';
import { authConfigSchema, passkeySettingsOf } from './config.ts';
import { authModels, createAuthContext } from './context.ts';
import { openSigningKeys } from './keys/signing-keys.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';

/** Defines how the service is built from its environment. */
export const authService = describeService({
  name: 'auth',
  configSchema: authConfigSchema,
  models: authModels,
  createContext: async (service, config) => {
    const accessTokenSeconds = config.ACCESS_TOKEN_SECONDS;
    const context = createAuthContext({
      ...service,
      keys: await openSigningKeys({
        folder: config.AUTH_KEYS_FOLDER,
        accessTokenSeconds,
        onUnreadable: (error) => service.logger.error({ err: error }, 'AUTH_KEYS_FOLDER cannot be read'),
      }),
      hasher: await createPasswordHasher(),
      avatars: createAvatarStore(await openObjects(config, 'AVATARS_FOLDER')),
      mailSealKey: config.MAIL_SEAL_KEY,
      limits: {
        signupsPerHour: config.SIGNUPS_PER_HOUR,
        loginsPerHour: config.LOGINS_PER_HOUR,
        resetsPerHour: config.RESETS_PER_HOUR,
      },
      passkeySettings: passkeySettingsOf(config),
      accessTokenSeconds,
      sessionDays: config.SESSION_DAYS,
      sessionLimits: {
        staffSessionHours: config.STAFF_SESSION_HOURS,
        staffIdleMinutes: config.STAFF_IDLE_MINUTES,
        customerSessionDays: config.CUSTOMER_SESSION_DAYS,
      },
    });
    await ensureAdmin(context, {
      id: config.SEED_ADMIN_ID,
      email: config.ADMIN_EMAIL,
      password: config.ADMIN_PASSWORD,
    });
    return context;
  },
  appOf: authApp,
});
