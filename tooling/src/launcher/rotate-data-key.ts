import { createDataKeys, databaseNameOf } from '@kinmel/service-kit';
import mongoose from 'mongoose';
import { openShopParts } from '../backup/shop-parts.ts';
import { drawDataKey, dropOtherDataKey } from './secrets.ts';
import { services } from './services/services.ts';
import { defaultStateFolder } from './stack-folders.ts';

/** The text is for the operator. */
export class RotationError extends Error {}

export interface Rotation {
  readonly env: NodeJS.ProcessEnv;
  readonly portOffset?: number;
  readonly onProgress: (text: string) => void;
}

/** Throws `RotationError` unless `name` and `name_OTHER` are two keys. */
export function requireTwoKeys(
  env: NodeJS.ProcessEnv,
  name: 'DATA_KEY' | 'DEVICE_KEY',
): readonly [newKey: string, oldKey: string] {
  const [newKey, oldKey] = [env[name], env[`${name}_OTHER`]];
  if (!newKey || !oldKey || newKey === oldKey)
    throw new RotationError(
      `${name} must be the new key and ${name}_OTHER the old one: MONGODB_URI names a shop.`,
    );
  return [newKey, oldKey];
}

/** Seals the keys of all services with a new master key. Can be repeated when it was broken off. */
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
 * Changes DATA_KEY: of the stopped shop of this clone, whose new key is drawn here, or of the shop of `MONGODB_URI`. Resolves
 * with the number of keys that were sealed anew; throws `RotationError` or `BackupError` with a text for the operator.
 */
export async function rotateDataKey({ env, portOffset = 0, onProgress }: Rotation): Promise<number> {
  const prefix = env.MONGODB_DB_PREFIX || 'kinmel';
  if (env.MONGODB_URI) return rotateIn(env.MONGODB_URI, prefix, ...requireTwoKeys(env, 'DATA_KEY'));
  const state = env.KINMEL_STATE_FOLDER || defaultStateFolder;
  const { parts, close } = await openShopParts({ env, portOffset, mayRun: false, onProgress });
  try {
    const { DATA_KEY, DATA_KEY_OTHER = DATA_KEY } = drawDataKey(state);
    const count = await rotateIn(parts.mongodbUri, parts.databasePrefix, DATA_KEY, DATA_KEY_OTHER);
    dropOtherDataKey(state);
    return count;
  } finally {
    await close();
  }
}
