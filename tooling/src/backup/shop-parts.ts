import { join } from 'node:path';
import {
  type ObjectStore,
  objectsConfigShape,
  openS3Objects,
  readConfig,
  releasesConfigShape,
} from '@kinmel/service-kit';
import { z } from 'zod';
import { keptSecrets } from '../launcher/secrets.ts';
import { brokerFolder, startBroker } from '../launcher/servers/broker.ts';
import { databaseFolder, runningDatabaseUri, startDatabase } from '../launcher/servers/database.ts';
import { stackPorts } from '../launcher/services/services.ts';
import { runningShop } from '../launcher/stack.ts';
import { defaultStateFolder, type StackFolders, stackFolders } from '../launcher/stack-folders.ts';
import { openFolders } from './copy-files.ts';
import { BackupError } from './manifest.ts';

/** Locations of the parts of a shop. */
export interface ShopParts {
  readonly mongodbUri: string;
  readonly amqpUrl: string;
  /** `MONGODB_DB_PREFIX` and `AMQP_PREFIX`. */
  readonly databasePrefix: string;
  readonly queuePrefix: string;
  /** By kind, which is the name of the folder in a copy. */
  readonly files: Readonly<Record<string, ObjectStore>>;
  /** Keys with which data is encrypted, by setting. */
  readonly keys: Readonly<Record<string, string>>;
}

/** By kind: the setting of a folder, and the folder in a clone. Keys of access tokens are not copied. */
const folders: Readonly<Record<string, readonly [variable: string, ofClone: keyof StackFolders]>> = {
  uploads: ['UPLOADS_FOLDER', 'uploads'],
  avatars: ['AVATARS_FOLDER', 'avatars'],
  'request-photos': ['REQUEST_PHOTOS_FOLDER', 'requestPhotos'],
  'device-photos': ['DEVICE_PHOTOS_FOLDER', 'devicePhotos'],
  'payout-proofs': ['PAYOUT_PROOFS_FOLDER', 'payoutProofs'],
  shell: ['SHELLS_FOLDER', 'shell'],
  remotes: ['REMOTES_FOLDER', 'remotes'],
  registry: ['REGISTRY_FOLDER', 'registry'],
};

/** The settings of copied folders. */
export const copiedFolders: readonly string[] = Object.values(folders).map(([variable]) => variable);

/** The settings of the keys with which data is encrypted. */
export const sealingKeys = ['MAIL_SEAL_KEY', 'TRACKING_KEY', 'DEVICE_KEY'] as const;

/** These kinds are stored at `RELEASES_URL`, the others at `OBJECTS_URL`. */
const releaseKinds: readonly string[] = ['shell', 'remotes', 'registry'];

type FolderOf = (variable: string, folderName: keyof StackFolders) => string;

/** @param folderOf called only for objects that are not in S3 */
async function openFiles(env: NodeJS.ProcessEnv, folderOf: FolderOf): Promise<ShopParts['files']> {
  try {
    const config = readConfig(z.object({ ...objectsConfigShape, ...releasesConfigShape }), env);
    const variableOf = (kind: string) => (releaseKinds.includes(kind) ? 'RELEASES_URL' : 'OBJECTS_URL');
    const urlOf = (kind: string) => config[variableOf(kind)];
    const inFolders = Object.entries(folders).filter(([kind]) => !urlOf(kind));
    const files = await openFolders(
      Object.fromEntries(
        inFolders.map(([kind, [variable, folderName]]) => [kind, folderOf(variable, folderName)]),
      ),
    );
    for (const kind of Object.keys(folders)) {
      const url = urlOf(kind);
      if (url) files[kind] = await openS3Objects(url, kind, variableOf(kind));
    }
    return files;
  } catch (error) {
    throw new BackupError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

const prefixesOf = (env: NodeJS.ProcessEnv) => ({
  databasePrefix: env.MONGODB_DB_PREFIX || 'kinmel',
  queuePrefix: env.AMQP_PREFIX || '',
});

/** A shop, described by the settings of its services. */
async function partsBySettings(env: NodeJS.ProcessEnv): Promise<ShopParts> {
  const setting = (name: string): string => {
    const value = env[name];
    if (!value)
      throw new BackupError(`${name} is not set: MONGODB_URI names a shop, and all its settings are needed.`);
    return value;
  };
  return {
    mongodbUri: setting('MONGODB_URI'),
    amqpUrl: setting('AMQP_URL'),
    ...prefixesOf(env),
    files: await openFiles(env, setting),
    keys: {
      ...Object.fromEntries(sealingKeys.map((name) => [name, setting(name)])),
      // Only where personal data are sealed.
      ...(env.DATA_KEY ? { DATA_KEY: env.DATA_KEY } : {}),
    },
  };
}

export interface OpenShopOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly portOffset: number;
  /** False requires that the shop of this clone is not running. */
  readonly mayRun: boolean;
  readonly onProgress: (text: string) => void;
}

/** The shop of `MONGODB_URI`, or that of this clone. Database and broker of a stopped shop run until `close`. */
export async function openShopParts({ env, portOffset, mayRun, onProgress }: OpenShopOptions) {
  if (env.MONGODB_URI) return { parts: await partsBySettings(env), close: async () => undefined };
  const state = env.KINMEL_STATE_FOLDER || defaultStateFolder;
  const ownFolders = stackFolders(state);
  const secrets = keptSecrets(state);
  const { mongodb, rabbitmq } = stackPorts(portOffset, env);
  const running = runningShop(state);
  if (running !== undefined && !mayRun)
    throw new BackupError(`The shop of this clone runs (process ${running.pid}): stop it first.`);
  const parts = {
    mongodbUri: runningDatabaseUri(mongodb, databaseFolder(state)),
    amqpUrl: `amqp://guest:guest@127.0.0.1:${rabbitmq}`,
    ...prefixesOf(env),
    files: await openFiles(env, (_, folderName) => ownFolders[folderName]),
    keys: Object.fromEntries([...sealingKeys, 'DATA_KEY' as const].map((name) => [name, secrets[name]])),
  };
  if (running !== undefined) return { parts, close: async () => undefined };
  const logFile = (name: string) => join(ownFolders.logs, `${name}-backup.log`);
  const database = await startDatabase({
    port: mongodb,
    dataFolder: databaseFolder(state),
    toolsFolder: join(defaultStateFolder, 'tools'),
    logFile: logFile('mongodb'),
    env,
    onProgress: (text) => onProgress(`MongoDB: ${text}`),
  });
  try {
    const broker = await startBroker({
      port: rabbitmq,
      folder: brokerFolder(state),
      logFile: logFile('rabbitmq'),
      env,
      onProgress: (text) => onProgress(`RabbitMQ: ${text}`),
    });
    const close = async () => {
      await broker.stop();
      await database.stop();
    };
    return { parts: { ...parts, mongodbUri: database.uri, amqpUrl: broker.url }, close };
  } catch (error) {
    await database.stop();
    throw error;
  }
}
