import { BackupError } from '../backup/manifest.ts';
import { refuseRunning } from '../backup/restore.ts';
import { withDatabases } from '../check-books/snapshot.ts';
import { inOwnShop, type Rotation, requireTwoKeys, runService } from './rotate-data-key.ts';
import { drawKey, keptSecrets } from './secrets.ts';

/** Runs the script of the device service, which can be repeated. */
function rotateIn(settings: NodeJS.ProcessEnv): void {
  if (runService('device/src/identifiers/rotate.ts', settings) !== 0)
    throw new BackupError('The numbers of devices could not be encrypted again.');
}

/**
 * Changes DEVICE_KEY: of the stopped shop of this clone, whose new key is generated here, or of the shop of `MONGODB_URI`.
 * Throws `BackupError` with a text for the operator.
 */
export async function rotateDeviceKey(rotation: Rotation): Promise<void> {
  const { env } = rotation;
  if (env.MONGODB_URI) {
    requireTwoKeys(env, 'DEVICE_KEY');
    const shop = { mongodbUri: env.MONGODB_URI, databasePrefix: env.MONGODB_DB_PREFIX || 'kinmel' };
    await withDatabases(shop, (databaseOf) => refuseRunning(databaseOf, ['device', 'service-request']));
    return rotateIn(env);
  }
  return inOwnShop(rotation, (parts, state) => {
    const shop = { ...env, MONGODB_URI: parts.mongodbUri, MONGODB_DB_PREFIX: parts.databasePrefix };
    const secretsBefore = keptSecrets(state);
    // Completes an interrupted rotation before its old key is overwritten.
    if (secretsBefore.DEVICE_KEY_OTHER) rotateIn({ ...shop, ...secretsBefore });
    rotateIn({ ...shop, ...drawKey(state, 'DEVICE_KEY') });
  });
}
