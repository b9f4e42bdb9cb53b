import type { RemoteBuild, ShellBuild } from '@kinmel/contracts';
import { listStarts, openRegistry, partOf, shellPart, writeRecord } from '@kinmel/gateway/registry';
import type { DeployFolders } from './deploy-part.ts';
import type { StartInBrowser } from './start-in-browser.ts';

/** A remote and a shell. */
export interface Pair {
  readonly remote: RemoteBuild;
  readonly shell: ShellBuild;
}

/** Combinations with one version of each remote that cover all pairs with the fewest starts. */
function combinationsOf(pairs: readonly Pair[]): Pair[][] {
  const combinations: Pair[][] = [];
  for (const pair of pairs) {
    const together = combinations.find((others) =>
      others.every(
        ({ remote, shell }) => shell.version === pair.shell.version && partOf(remote) !== partOf(pair.remote),
      ),
    );
    if (together) together.push(pair);
    else combinations.push([pair]);
  }
  return combinations;
}

interface StartOptions {
  readonly folders: DeployFolders;
  /** Without it a pair without a record counts as not started. */
  readonly start: StartInBrowser | undefined;
}

/** The pairs that do not start in a browser; those without a record are started first. */
export async function startFaults(
  pairs: readonly Pair[],
  { folders, start }: StartOptions,
): Promise<string[]> {
  const { registryFolder } = folders;
  const earlierStarts = await listStarts(registryFolder);
  const remainingPairs = pairs.filter(
    ({ remote, shell }) =>
      !earlierStarts.some(
        (each) =>
          each.remote === partOf(remote) &&
          each.version === remote.version &&
          each.shellVersion === shell.version,
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
    const started = combination.map(({ remote }) => [partOf(remote), remote.version] as const);
    const startErrors = await start({ shell, remotes: Object.fromEntries([...neighbours, ...started]) });
    for (const pair of combination) {
      const part = partOf(pair.remote);
      const own = startErrors.filter((each) => [part, shellPart, undefined].includes(each.part));
      faults.push(...own.map(({ fault }) => `${nameOf(pair)}: ${fault}`));
      if (own.length === 0)
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
