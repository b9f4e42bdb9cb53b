import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { refuseRunning } from '../backup/restore.ts';
import { openShopParts } from '../backup/shop-parts.ts';
import { withDatabases } from '../check-books/snapshot.ts';
import { type Rotation, RotationError, requireTwoKeys } from './rotate-data-key.ts';
import { drawKey, keptSecrets } from './secrets.ts';
import { checkoutFolder } from './stack.ts';
import { defaultStateFolder } from './stack-folders.ts';

const command = join(checkoutFolder, 'services/device/src/identifiers/rotate.ts');

/** Runs the service's own command, which can be repeated. */
function rotateIn(settings: NodeJS.ProcessEnv): void {
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', command], {
    cwd: checkoutFolder,
    stdio: 'inherit',
    env: settings,
  });
  if (status !== 0) throw new RotationError('The numbers of devices could not be encrypted anew.');
}

/**
 * Changes DEVICE_KEY: of the stopped shop of this clone, whose new key is drawn here, or of the shop of `MONGODB_URI`. Throws
 * `RotationError` or `BackupError` with a text for the operator.
 */
export async function rotateDeviceKey({ env, portOffset = 0, onProgress }: Rotation): Promise<void> {
  if (env.MONGODB_URI) {
    requireTwoKeys(env, 'DEVICE_KEY');
    const shop = { mongodbUri: env.MONGODB_URI, databasePrefix: env.MONGODB_DB_PREFIX || 'kinmel' };
    await withDatabases(shop, (databaseOf) => refuseRunning(databaseOf, ['device', 'service-request']));
    return rotateIn(env);
  }
  const state = env.KINMEL_STATE_FOLDER || defaultStateFolder;
  const { parts, close } = await openShopParts({ env, portOffset, mayRun: false, onProgress });
  try {
    const shop = { ...env, MONGODB_URI: parts.mongodbUri, MONGODB_DB_PREFIX: parts.databasePrefix };
    const before = keptSecrets(state);
    // Completes a change that was broken off, before its old key is replaced.
    if (before.DEVICE_KEY_OTHER) rotateIn({ ...shop, ...before });
    rotateIn({ ...shop, ...drawKey(state, 'DEVICE_KEY') });
  } finally {
    await close();
  }
}
