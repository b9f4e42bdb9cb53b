import { appendFile, mkdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { RemoteBuild, ShellBuild } from '@kinmel/contracts';
import {
  BuildError,
  misfits,
  openRegistry,
  partOf,
  shellPart,
  versionFolder,
} from '@kinmel/gateway/registry';
import type { DeployFolders } from './deploy-part.ts';
import type { StartInBrowser } from './start-in-browser.ts';
import { type Pair, startFaults } from './started-pairs.ts';
import {
  type ContractFolders,
  liveVersion,
  type NeededPact,
  pactsOfCheckout,
  sidesOf,
  sourceVersion,
  unverifiedPacts,
  type VerifyPacts,
  verifyPacts,
} from './verified-contracts.ts';

export interface GateOptions {
  readonly folders: DeployFolders;
  readonly contracts: ContractFolders;
  /** Without it no provider tests run, and a pact without a recorded verification counts as unverified. */
  readonly verify?: VerifyPacts | undefined;
  /** Without it no browser is started, and a combination without a recorded start counts as not started. */
  readonly start?: StartInBrowser | undefined;
}

type Build = RemoteBuild | ShellBuild;
type Registry = ReturnType<typeof openRegistry>;

/** The builds of a part that visitors have or that a rollback may activate, which excludes versions without a folder. */
async function buildsToSupport<Each>(
  registry: Registry,
  part: string,
  read: (version: string) => Promise<Each>,
): Promise<Each[]> {
  const builds: Each[] = [];
  for (const version of await registry.versionsToSupport(part)) {
    try {
      builds.push(await read(version));
    } catch (error) {
      if (!(error instanceof BuildError)) throw error;
    }
  }
  return builds;
}

const supportedShells = (registry: Registry) => buildsToSupport(registry, shellPart, registry.readShell);

async function supportedRemotes(registry: Registry): Promise<RemoteBuild[]> {
  const parts = Object.keys((await registry.current())?.active ?? {}).filter((part) => part !== shellPart);
  const builds = parts.map((part) =>
    buildsToSupport(registry, part, (version) => registry.readBuild(part, version)),
  );
  return (await Promise.all(builds)).flat();
}

/** The pacts in the folder of a version. */
async function pactsOfBuild(
  { folders, contracts }: GateOptions,
  build: Build,
  versionOf: typeof liveVersion,
): Promise<NeededPact[]> {
  const part = partOf(build);
  const folder = versionFolder(folders, part, build.version);
  const pacts: NeededPact[] = [];
  for (const [file, { integrity }] of Object.entries(build.pacts)) {
    const service = sidesOf(basename(file))?.service;
    if (service === undefined) continue;
    const serviceVersion = await versionOf(contracts, service);
    pacts.push({
      of: `${part} ${build.version}`,
      service,
      serviceVersion,
      path: join(folder, file),
      integrity,
    });
  }
  return pacts;
}

/** The required pacts that are not verified; those without a record are tested first. */
async function pactFaults(requiredPacts: readonly NeededPact[], options: GateOptions): Promise<string[]> {
  const { contracts, verify } = options;
  let unverified = await unverifiedPacts(requiredPacts, contracts);
  if (unverified.length > 0 && verify) unverified = await verifyPacts(unverified, contracts, verify);
  return unverified.map(({ of, service, why }) => `the contract of ${of} with ${service} ${why}`);
}

/** Why a version of the shell or of a remote should not be deployed; empty when it can. */
export async function partFaults(build: Build, options: GateOptions): Promise<string[]> {
  const registry = openRegistry(options.folders);
  const faults = await pactFaults(await pactsOfBuild(options, build, liveVersion), options);
  const isShell = 'page' in build;
  const pairs: Pair[] = isShell
    ? (await supportedRemotes(registry)).map((remote) => ({ remote, shell: build }))
    : (await supportedShells(registry)).map((shell) => ({ remote: build, shell }));
  const compatiblePairs: Pair[] = [];
  for (const pair of pairs) {
    const other = isShell ? pair.remote : pair.shell;
    const pairFaults = misfits(pair.remote, [], pair.shell);
    faults.push(...pairFaults.map((fault) => `with ${partOf(other)} ${other.version}: ${fault}`));
    if (pairFaults.length === 0) compatiblePairs.push(pair);
  }
  return [
    ...faults,
    ...(await startFaults(compatiblePairs, { folders: options.folders, start: options.start })),
  ];
}

/** Why a service, as it is in the checkout, should not be deployed; empty when it can. */
export async function serviceFaults(service: string, options: GateOptions): Promise<string[]> {
  const registry = openRegistry(options.folders);
  const requiredPacts: NeededPact[] = [...(await pactsOfCheckout(options.contracts, service))];
  for (const build of [...(await supportedShells(registry)), ...(await supportedRemotes(registry))]) {
    const pacts = await pactsOfBuild(options, build, sourceVersion);
    requiredPacts.push(...pacts.filter((pact) => pact.service === service));
  }
  return pactFaults(requiredPacts, options);
}

/**
 * Refuses a version that the check finds faulty. With a reason it is allowed, and the reason is written to
 * `logs/deploy.log` of the state folder.
 */
export async function assertDeployable(
  build: Build,
  { reason, ...options }: GateOptions & { readonly reason?: string | undefined },
): Promise<readonly string[]> {
  // With a reason no tests run, because it marks an urgent deployment.
  const faults = await partFaults(
    build,
    reason === undefined ? options : { ...options, verify: undefined, start: undefined },
  );
  if (faults.length === 0) return faults;
  const part = partOf(build);
  if (reason === undefined)
    throw new Error(
      `${part} ${build.version} was not deployed:\n${faults.map((fault) => `  ${fault}\n`).join('')}\n` +
        'If services run in another version than these sources: check that version out, or restart them.\n' +
        `Deploy it all the same: npm run deploy -- ${part} --unverified "<reason>"`,
    );
  const file = join(options.contracts.state, 'logs', 'deploy.log');
  await mkdir(dirname(file), { recursive: true });
  const line = { at: new Date().toISOString(), part, version: build.version, faults, reason };
  await appendFile(file, `${JSON.stringify(line)}\n`);
  return faults;
}
