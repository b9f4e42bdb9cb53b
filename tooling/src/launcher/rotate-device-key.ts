import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openShopParts } from '../backup/shop-parts.ts';
import { type Rotation, RotationError, requireTwoKeys } from './rotate-data-key.ts';
import { drawDeviceKey, keptSecrets } from './secrets.ts';
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
    return rotateIn(env);
  }
  const state = env.KINMEL_STATE_FOLDER || defaultStateFolder;
  const { parts, close } = await openShopParts({ env, portOffset, mayRun: false, onProgress });
  try {
    const database = { MONGODB_URI: parts.mongodbUri, MONGODB_DB_PREFIX: parts.databasePrefix };
    const keysOf = ({ DEVICE_KEY, DEVICE_KEY_OTHER }: NodeJS.ProcessEnv) => ({
      DEVICE_KEY,
      DEVICE_KEY_OTHER,
    });
    const secrets = keptSecrets(state);
    // Completes a change that was broken off, before its old key is replaced.
    if (secrets.DEVICE_KEY_OTHER) rotateIn({ ...env, ...database, ...keysOf(secrets) });
    rotateIn({ ...env, ...database, ...keysOf(drawDeviceKey(state)) });
  } finally {
    await close();
  }
}
