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
  readonly deploy: (part: string, built: BuiltPart) => Promise<unknown>;
}

/**
 * Deploys parts whose version was never active, so that a start does not undo a rollback. Sources that were built
 * before are not built again: the registry folder has their version. A refused part keeps its active version.
 * @throws when a refused part has no active version
 */
export async function deployNew(
  parts: readonly string[],
  { folders, inputsOf, build, deploy }: DeployNewOptions,
): Promise<void> {
  const { registryFolder } = folders;
  const noted = join(registryFolder, 'built');

  async function buildOf(part: string): Promise<BuiltPart> {
    const note = join(noted, `${part}-${await inputsOf(part)}`);
    const version = await readFile(note, 'utf8').catch(() => undefined);
    const before = version && (await storedBuild(part, version, folders).catch(() => undefined));
    if (before) return before;
    const built = await build(part);
    await mkdir(noted, { recursive: true });
    await writeFile(note, built.build.version);
    return built;
  }

  const refused = await deployEach(parts, async (part) => {
    const built = await buildOf(part);
    const { version } = built.build;
    const registry = openRegistry(folders);
    const states = (await registry.history()).map(({ active }) => active[part]);
    if (!states.some((state) => state?.version === version || state?.canary?.version === version))
      await deploy(part, built);
    else if (states.at(-1)?.version === version) console.log(`${part} ${version} is in force.`);
    else
      console.log(
        `${part} ${version} was deployed before and stays replaced: ${states.at(-1)?.version} is in force.`,
      );
  });
  const { active = {} } = (await openRegistry(folders).current()) ?? {};
  for (const { part, error } of refused) {
    const inForce = active[part]?.version;
    if (inForce === undefined) throw error;
    console.warn(
      `Warning: ${part} stays at ${inForce}. ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
