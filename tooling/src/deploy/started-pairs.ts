import type { RemoteBuild, ShellBuild } from '@kinmel/contracts';
import { listStarts, openRegistry, partOf, shellPart, writeRecord } from '@kinmel/gateway/registry';
import type { DeployFolders } from './deploy-part.ts';
import type { StartInBrowser } from './start-in-browser.ts';

/** A remote and a shell. */
export interface Pair {
  readonly remote: RemoteBuild;
  readonly shell: ShellBuild;
}

/** Combinations with at most one version of each remote that cover all pairs with few starts. */
function combinationsOf(pairs: readonly Pair[]): Pair[][] {
  const combinations: Pair[][] = [];
  for (const pair of pairs) {
    const compatibleCombination = combinations.find((others) =>
      others.every(
        ({ remote, shell }) => shell.version === pair.shell.version && partOf(remote) !== partOf(pair.remote),
      ),
    );
    if (compatibleCombination) compatibleCombination.push(pair);
    else combinations.push([pair]);
  }
  return combinations;
}

interface StartOptions {
  readonly folders: DeployFolders;
  /** Without it a pair without a recorded start counts as not started. */
  readonly start: StartInBrowser | undefined;
}

/** The pairs that fail to start in a browser; those without a recorded start are tried first. */
export async function startFaults(
  pairs: readonly Pair[],
  { folders, start }: StartOptions,
): Promise<string[]> {
  const { registryFolder } = folders;
  const earlierStarts = await listStarts(registryFolder);
  const remainingPairs = pairs.filter(
    ({ remote, shell }) =>
      !earlierStarts.some(
        (earlier) =>
          earlier.remote === partOf(remote) &&
          earlier.version === remote.version &&
          earlier.shellVersion === shell.version,
      ),
  );
  const nameOf = ({ remote, shell }: Pair) =>
    `${partOf(remote)} ${remote.version} with shell ${shell.version}`;
  if (!start) return remainingPairs.map((pair) => `${nameOf(pair)} was never started in a browser`);
  const active = (await openRegistry(folders).current())?.active ?? {};
  const neighbours = Object.entries(active).flatMap(([part, { version }]) =>
    part === shellPart ? [] : [[part, version] as const],
  );
  const faults: string[] = [];
  for (const combination of combinationsOf(remainingPairs)) {
    const shell = combination[0]?.shell.version ?? '';
    const startedVersions = combination.map(({ remote }) => [partOf(remote), remote.version] as const);
    const startErrors = await start({
      shell,
      remotes: Object.fromEntries([...neighbours, ...startedVersions]),
    });
    for (const pair of combination) {
      const part = partOf(pair.remote);
      const errorsOfPair = startErrors.filter((error) => [part, shellPart, undefined].includes(error.part));
      faults.push(...errorsOfPair.map(({ fault }) => `${nameOf(pair)}: ${fault}`));
      if (errorsOfPair.length === 0)
        await writeRecord(registryFolder, {
          remote: part,
          version: pair.remote.version,
          shellVersion: shell,
          at: new Date().toISOString(),
        });
    }
  }
  return faults;
}
