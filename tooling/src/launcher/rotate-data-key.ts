import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createDataKeys, databaseNameOf } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { BackupError } from '../backup/manifest.ts';
import { type OpenShopOptions, openShopParts, type ShopParts } from '../backup/shop-parts.ts';
import { drawDataKey, dropOtherDataKey } from './secrets.ts';
import { services } from './services/services.ts';
import { checkoutFolder } from './stack.ts';
import { defaultStateFolder } from './stack-folders.ts';

export type Rotation = Pick<OpenShopOptions, 'env' | 'onProgress'>;

/** Runs a script of a service; returns its exit code. */
export function runService(file: string, env: NodeJS.ProcessEnv): number {
  const args = ['--disable-warning=ExperimentalWarning', join(checkoutFolder, 'services', file)];
  return spawnSync(process.execPath, args, { cwd: checkoutFolder, stdio: 'inherit', env }).status ?? 1;
}

/** Throws `BackupError` unless `name` and `name_OTHER` are two keys. */
export function requireTwoKeys(env: NodeJS.ProcessEnv, name: 'DATA_KEY' | 'DEVICE_KEY') {
  const [newKey, oldKey] = [env[name], env[`${name}_OTHER`]];
  if (newKey && oldKey && newKey !== oldKey) return [newKey, oldKey] as const;
  throw new BackupError(
    `${name} must be the new key and ${name}_OTHER the old one: MONGODB_URI names a shop.`,
  );
}

/** Opens the stopped shop of this clone to rotate a key, which is in its state folder. */
export async function inOwnShop<Result>(
  { env, onProgress }: Rotation,
  rotate: (parts: ShopParts, stateFolder: string) => Result,
) {
  const { parts, close } = await openShopParts({ env, portOffset: 0, mayRun: false, onProgress });
  try {
    return await rotate(parts, env.KINMEL_STATE_FOLDER || defaultStateFolder);
  } finally {
    await close();
  }
}

/** Seals the keys of all services with a new master key. Can be repeated when it was interrupted. */
async function rotateIn(mongodbUri: string, prefix: string, newKey: string, oldKey: string): Promise<number> {
  let count = 0;
  for (const { name } of services) {
    const dbName = databaseNameOf(name, prefix);
    const connection = await mongoose.createConnection(mongodbUri, { dbName }).asPromise();
    try {
      count += await createDataKeys(connection, [newKey, oldKey]).rotate();
    } finally {
      await connection.close();
    }
  }
  return count;
}

/**
 * Changes DATA_KEY: of the stopped shop of this clone, whose new key is generated here, or of the shop of `MONGODB_URI`.
 * Resolves with the number of keys that were sealed again; throws `BackupError` with a text for the operator.
 */
export async function rotateDataKey(rotation: Rotation): Promise<number> {
  const { env } = rotation;
  const prefix = env.MONGODB_DB_PREFIX || 'kinmel';
  if (env.MONGODB_URI) return rotateIn(env.MONGODB_URI, prefix, ...requireTwoKeys(env, 'DATA_KEY'));
  return inOwnShop(rotation, async ({ mongodbUri, databasePrefix }, state) => {
    const { DATA_KEY, DATA_KEY_OTHER = DATA_KEY } = drawDataKey(state);
    const count = await rotateIn(mongodbUri, databasePrefix, DATA_KEY, DATA_KEY_OTHER);
    dropOtherDataKey(state);
    return count;
  });
}
