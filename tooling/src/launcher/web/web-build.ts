import { existsSync } from 'node:fs';
import { cp, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deployEach } from '../../deploy/deploy-each.ts';
import { changeRecord } from '../../webpack/origin.ts';
import { checkoutKeys, keyFiles } from '../../webpack/paths.ts';
import { inputsHash } from '../inputs-hash.ts';
import { startChild } from '../processes/child-process.ts';
import type { Report } from '../report.ts';
import type { StackFolders } from '../stack-folders.ts';

export type WebFolders = Pick<StackFolders, 'build' | 'state' | 'remotes' | 'registry' | 'shell' | 'logs'>;

interface Built {
  target: string;
  version: string;
  inputs: string;
  isNew: boolean;
}

/** Remotes of the checkout: folders `mfe-*` with a `remote.json`. */
export async function remoteNames(checkoutFolder: string): Promise<string[]> {
  const files = await Array.fromAsync(glob('mfe-*/remote.json', { cwd: checkoutFolder }));
  return files.map(dirname).toSorted();
}

const sharedInputs = [
  'packages/contracts/src',
  'packages/pricing',
  'packages/ui',
  'packages/web-kit',
  'tooling/src/licences',
  'tooling/src/webpack',
];

/** Versions of a target, shared by all stacks of this checkout. */
const cacheFolder = (buildFolder: string, target: string) =>
  join(buildFolder, target === 'shell' ? 'shell' : 'remotes');

const versionFolder = (buildFolder: string, target: string, version: string) =>
  join(cacheFolder(buildFolder, target), target === 'shell' ? '' : target, version);

/** Hash of the inputs of the shell or a remote. */
export async function webInputs(checkoutFolder: string, target: string): Promise<string> {
  const pacts = (await Array.fromAsync(glob(`pacts/${target}-*.json`, { cwd: checkoutFolder }))).toSorted();
  const contracts = await Promise.all(pacts.map((file) => readFile(join(checkoutFolder, file), 'utf8')));
  return inputsHash(checkoutFolder, [target, ...sharedInputs], [target, ...contracts].join('\n'));
}

const lastBuildFile = (buildFolder: string, target: string) => join(buildFolder, `${target}.json`);

/** The last build of the shell or a remote; null when there is none. */
export async function lastWebBuild(
  buildFolder: string,
  target: string,
): Promise<Pick<Built, 'inputs' | 'version'> | null> {
  return JSON.parse(await readFile(lastBuildFile(buildFolder, target), 'utf8').catch(() => 'null'));
}

/** Builds the shell or a remote for production unless its inputs are unchanged. */
async function buildWebTarget(
  target: string,
  { checkoutFolder, folders: { build: buildFolder, logs } }: BuildOptions,
): Promise<Built> {
  const inputs = await webInputs(checkoutFolder, target);
  const lastBuild = await lastWebBuild(buildFolder, target);
  if (lastBuild?.inputs === inputs && existsSync(versionFolder(buildFolder, target, lastBuild.version)))
    return { target, version: lastBuild.version, inputs, isNew: false };
  await mkdir(buildFolder, { recursive: true });
  // The pid keeps the results of two concurrent builds of a target apart.
  const resultFile = join(buildFolder, `${target}.${process.pid}.version`);
  await rm(resultFile, { force: true });
  const child = await startChild({
    name: `build of ${target}`,
    command: process.execPath,
    args: [
      '--disable-warning=ExperimentalWarning',
      fileURLToPath(new URL('./build-target.ts', import.meta.url)),
      target,
      cacheFolder(buildFolder, target),
      resultFile,
    ],
    cwd: checkoutFolder,
    env: { ...process.env, NODE_ENV: 'production' },
    logFile: join(logs, `build-${target}.log`),
  });
  const outcome = await child.ended;
  const version = await readFile(resultFile, 'utf8').catch(() => undefined);
  if (version === undefined) {
    throw new Error(`The build of ${target} ${outcome}.\n\n${child.lastLines(40)}`);
  }
  await writeFile(lastBuildFile(buildFolder, target), JSON.stringify({ inputs, version }));
  await rm(resultFile, { force: true });
  return { target, version, inputs, isNew: true };
}

type Deployed = Record<string, string>;

const deployedFile = (folders: WebFolders) => join(folders.state, 'deployed.json');

async function readDeployed(folders: WebFolders): Promise<Deployed> {
  return JSON.parse(await readFile(deployedFile(folders), 'utf8').catch(() => '{}'));
}

/** Imported lazily: the registry loads all contracts, which the launcher does not need. */
const registryModule = () => import('@kinmel/gateway/registry');

async function registryOf({ registry, remotes, shell }: WebFolders) {
  const { openRegistry } = await registryModule();
  return openRegistry({
    ...keyFiles(),
    registryFolder: registry,
    remotesFolder: remotes,
    shellsFolder: shell,
  });
}

const activeFolder = (folders: WebFolders, target: string, version: string) =>
  target === 'shell' ? join(folders.shell, version) : join(folders.remotes, target, version);

/**
 * Copies a version from the cache and signs it, atomically. An existing version stays, unless its signature is no longer
 * valid, for example after a change of the keys.
 */
async function placeVersion(folders: WebFolders, target: string, version: string): Promise<void> {
  const registry = await registryOf(folders);
  if (await registry.readVersion(target, version).catch(() => undefined)) return;
  const to = activeFolder(folders, target, version);
  const temporary = `${to}.copying-${process.pid}`;
  await mkdir(dirname(to), { recursive: true });
  await cp(versionFolder(folders.build, target, version), temporary, { recursive: true });
  const { descriptionFile, signFile } = await registryModule();
  signFile(join(temporary, descriptionFile(target)), keyFiles().privateKeyFile);
  await rm(to, { recursive: true, force: true });
  await rename(temporary, to);
}

async function activatePart(folders: WebFolders, part: string, version: string): Promise<void> {
  const registry = await registryOf(folders);
  const current = await registry.current();
  if (current?.active[part]?.version === version) return;
  await registry.activate({
    ...changeRecord(part),
    action: 'deploy',
    part,
    version,
    expectedRevision: current?.revision ?? 0,
  });
}

async function hasActive(folders: WebFolders, part: string): Promise<boolean> {
  const registry = await registryOf(folders);
  const version = (await registry.current())?.active[part]?.version;
  return version !== undefined && existsSync(activeFolder(folders, part, version));
}

interface BuildOptions {
  checkoutFolder: string;
  folders: Pick<WebFolders, 'build' | 'logs'>;
  report: Report;
  /** When it returns false, no further target is built. */
  isWanted?: () => boolean;
}

/** Builds the targets whose sources changed, two at a time. */
export async function buildTargets(targets: readonly string[], options: BuildOptions): Promise<Built[]> {
  const { report, isWanted = () => true } = options;
  const built: Built[] = [];
  await report.step('Shell and remotes built', async (update) => {
    const remainingTargets = [...targets];
    const buildNext = async () => {
      for (
        let target = remainingTargets.shift();
        target !== undefined && isWanted();
        target = remainingTargets.shift()
      ) {
        update(`building ${target} (${built.length} of ${targets.length} done)`);
        built.push(await buildWebTarget(target, options));
      }
    };
    const results = await Promise.allSettled([buildNext(), buildNext()]);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
    const changed = built.filter(({ isNew }) => isNew).map(({ target }) => target);
    update(changed.join(', ') || 'nothing changed');
  });
  return built;
}

/**
 * Builds the shell and the remotes, and activates them in this stack. A part is deployed only when its sources changed
 * since the last time, so that a manual rollback stays.
 */
export async function buildWeb(
  options: BuildOptions & {
    folders: WebFolders;
    /** Remotes that the development server builds. They are built once here, so that the gateway knows their pages. */
    watched?: string[];
  },
): Promise<void> {
  const { checkoutFolder, folders, watched = [], isWanted = () => true } = options;
  const { ensureKeyPair } = await registryModule();
  ensureKeyPair(checkoutKeys);
  const targets = ['shell'];
  for (const name of await remoteNames(checkoutFolder)) {
    if (!watched.includes(name) || !(await hasActive(folders, name))) targets.push(name);
  }
  const built = await buildTargets(targets, options);
  if (!isWanted()) return;
  // The shell first: a remote is checked against the active shell.
  const isShell = ({ target }: Built) => Number(target === 'shell');
  await activateParts(
    folders,
    built.toSorted((one, other) => isShell(other) - isShell(one)),
  );
}

/** Activates parts whose sources changed. */
async function activateParts(folders: WebFolders, built: readonly Built[]): Promise<void> {
  const deployed = await readDeployed(folders);
  const [refused] = await deployEach(built, async ({ target, version, inputs }) => {
    if (deployed[target] === inputs && (await hasActive(folders, target))) return;
    await placeVersion(folders, target, version);
    await activatePart(folders, target, version);
    deployed[target] = inputs;
  });
  if (refused) throw refused.error;
  await writeFile(deployedFile(folders), JSON.stringify(deployed, null, 2));
}

/** The remotes under development: the named ones, or all. The shell is always included, and can be named alone. */
export async function watchedRemotes(
  checkoutFolder: string,
  requestedNames: string[] | undefined,
): Promise<string[]> {
  const allNames = await remoteNames(checkoutFolder);
  const unknown = requestedNames?.filter((name) => name !== 'shell' && !allNames.includes(name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`Nothing to watch: ${unknown.join(', ')}. There are: shell, ${allNames.join(', ')}.`);
  return requestedNames?.filter((name) => name !== 'shell') ?? allNames;
}
