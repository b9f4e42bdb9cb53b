// Keeps node_modules in sync with package-lock.json. Imports no package: it runs before any is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Hash of the lock file and the platform, because native packages differ between platforms. */
export function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex');
}

/** Links the workspace under its package name as npm does; false when its folder does not exist. */
function linkWorkspace(root, path, folder) {
  const target = join(root, folder);
  const link = join(root, path);
  if (!existsSync(target)) return false;
  if (!existsSync(link)) {
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(link), target), link, 'junction');
  }
  return true;
}

/**
 * True when npm's own record of node_modules has the versions of the lock file, so that a manual `npm install` is not
 * repeated.
 */
export function matchesLockFile(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const lockedPackages = readJson(join(root, 'package-lock.json')).packages;
  const installedPackages = readJson(record).packages;
  return Object.entries(lockedPackages).every(([path, entry]) => {
    if (path === '' || entry.optional === true) return true;
    // A workspace is a folder of the checkout; a new one needs a link and no installation.
    if (entry.link === true) return linkWorkspace(root, path, entry.resolved);
    const installed = installedPackages[path];
    if (installed === undefined) return !path.includes('node_modules/');
    return installed.version === entry.version && installed.integrity === entry.integrity;
  });
}

function npmCommand() {
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js') && existsSync(script)) return [process.execPath, [script]];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm', []];
}

/** Folders of packages directly in node_modules; npm creates them all at once and fills them one by one. */
function topFolders(root) {
  return Object.entries(readJson(join(root, 'package-lock.json')).packages)
    .filter(([path, { link, optional }]) => path.lastIndexOf('node_modules/') === 0 && !link && !optional)
    .map(([path]) => join(root, path));
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Lets one process install at a time; a lock whose owner has died is taken over. */
async function withInstallLock(path, work) {
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const owner = Number(readFileSync(path, 'utf8'));
      // An empty file is a lock whose owner has not written its pid yet.
      if (owner > 0 && !isAlive(owner)) rmSync(path, { force: true });
      else if (owner === 0 && Date.now() - statSync(path).mtimeMs > 10_000) rmSync(path, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

async function runInstall(root, writeLine) {
  const logFolder = join(root, '.kinmel', 'logs');
  mkdirSync(logFolder, { recursive: true });
  const logFile = join(logFolder, 'install.log');
  const log = openSync(logFile, 'w');
  const folders = topFolders(root);
  const total = folders.length;
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const [command, prefixArgs] = npmCommand();
  writeLine('Installing the locked packages (npm ci). The first time takes a minute or two.');
  const child = spawn(command, [...prefixArgs, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', log, log],
  });
  const progress = setInterval(() => {
    const done = folders.filter((folder) => existsSync(join(folder, 'package.json'))).length;
    writeLine(`  … ${seconds()} s, ${done} of ${total} packages`);
  }, 5_000);
  const [code] = await once(child, 'close').catch(() => [127]);
  clearInterval(progress);
  closeSync(log);
  if (code !== 0) {
    const tail = readFileSync(logFile, 'utf8').trim().split('\n').slice(-15).join('\n');
    throw new Error(
      `The packages could not be installed: npm ci ended with code ${code} after ${seconds()} s.\n\n${tail}\n\n` +
        'To fix it, look at the lines above (a network or registry fault is the usual one), then run:\n\n  npm ci\n',
    );
  }
  writeLine(`  installed in ${seconds()} s`);
}

/** Installs the locked packages when node_modules is missing or belongs to another lock file. */
export async function ensureInstalled(root, writeLine) {
  const stateFolder = join(root, '.kinmel');
  const marker = join(stateFolder, 'installed');
  const isCurrent = () =>
    existsSync(join(root, 'node_modules')) &&
    existsSync(marker) &&
    readFileSync(marker, 'utf8').trim() === lockHash(root);
  if (isCurrent()) return;
  mkdirSync(stateFolder, { recursive: true });
  await withInstallLock(join(stateFolder, 'install.lock'), async () => {
    if (isCurrent()) return;
    if (!matchesLockFile(root)) await runInstall(root, writeLine);
    writeFileSync(marker, `${lockHash(root)}\n`);
  });
}
