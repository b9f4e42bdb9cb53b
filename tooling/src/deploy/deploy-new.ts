import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegistry } from '@kinmel/gateway/registry';
import { deployEach } from './deploy-each.ts';
import { type BuiltPart, type DeployFolders, storedBuild } from './deploy-part.ts';

export interface DeployNewOptions {
  readonly folders: DeployFolders;
  /** Hash of the sources of a part. */
  readonly inputsOf: (part: string) => Promise<string>;
  readonly build: (part: string) => Promise<BuiltPart>;
  readonly deploy: (part: string, builtPart: BuiltPart) => Promise<unknown>;
}

/**
 * Deploys parts whose version was never active, so that a start does not undo a rollback. Sources that were built
 * before are not built again: the registry folder maps their hash to a version. A refused part keeps its active version.
 * @throws when a refused part has no active version
 */
export async function deployNew(
  parts: readonly string[],
  { folders, inputsOf, build, deploy }: DeployNewOptions,
): Promise<void> {
  const { registryFolder } = folders;
  const hashFolder = join(registryFolder, 'built');

  async function buildOf(part: string): Promise<BuiltPart> {
    const versionFile = join(hashFolder, `${part}-${await inputsOf(part)}`);
    const version = await readFile(versionFile, 'utf8').catch(() => undefined);
    const earlierBuild = version && (await storedBuild(part, version, folders).catch(() => undefined));
    if (earlierBuild) return earlierBuild;
    const builtPart = await build(part);
    await mkdir(hashFolder, { recursive: true });
    await writeFile(versionFile, builtPart.build.version);
    return builtPart;
  }

  const refused = await deployEach(parts, async (part) => {
    const builtPart = await buildOf(part);
    const { version } = builtPart.build;
    const registry = openRegistry(folders);
    const states = (await registry.history()).map(({ active }) => active[part]);
    if (!states.some((state) => state?.version === version || state?.canary?.version === version))
      await deploy(part, builtPart);
    else if (states.at(-1)?.version === version) console.log(`${part} ${version} is active.`);
    else
      console.log(
        `${part} ${version} was deployed before and stays replaced: ${states.at(-1)?.version} is active.`,
      );
  });
  const { active = {} } = (await openRegistry(folders).current()) ?? {};
  for (const { part, error } of refused) {
    const activeVersion = active[part]?.version;
    if (activeVersion === undefined) throw error;
    console.warn(
      `Warning: ${part} stays at ${activeVersion}. ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
