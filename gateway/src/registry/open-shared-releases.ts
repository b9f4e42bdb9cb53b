import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ObjectStore, type ObjectsPlace, openS3Objects } from '@kinmel/service-kit';
import { listRevisions, revisionFiles, revisionFolder } from './revisions/revision-files.ts';
import type { SharedReleases } from './shared-releases.ts';
import { descriptionFile, type PartFolders, shellPart, versionFolder } from './versions/build-files.ts';

/** The stores of the folders with the same names. Each object has the path of its file. */
export interface ReleaseStores {
  readonly shells: ObjectStore;
  readonly remotes: ObjectStore;
  readonly registry: ObjectStore;
}

/** A writer that has claimed a revision stores its signature within this time. */
const claimMs = 60_000;
/** How long a list of all published versions is used. An unknown version costs one list in this time. */
const listCacheMs = 2_000;
const concurrency = 16;
/** Subfolders of the registry with records of deploy commands (`verifications.ts`, and the tooling's `deploy-new.ts`). */
const commandRecord = /^(?:verified|built)\//;

async function eachOf<Item>(items: readonly Item[], action: (item: Item) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < items.length; start += concurrency)
    await Promise.all(items.slice(start, start + concurrency).map(action));
}

/** A target that exists already counts as success: another process has created the same immutable folder or file. */
async function moveInto(source: string, target: string): Promise<void> {
  try {
    await rename(source, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  }
}

/** Copies objects into a folder, atomically. */
async function copyFolder(store: ObjectStore, prefix: string, names: readonly string[], folder: string) {
  await mkdir(dirname(folder), { recursive: true });
  const temporaryFolder = await mkdtemp(join(dirname(folder), '.copy-'));
  try {
    await eachOf(names, async (name) => {
      const bytes = await store.read(name);
      if (bytes === undefined) throw new Error(`${name} was deleted while it was copied`);
      const file = join(temporaryFolder, name.slice(prefix.length));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    });
    await moveInto(temporaryFolder, folder);
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true });
  }
}

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')));
};

/** Opens the versions and revisions in S3, under the prefixes that backups also use. */
export async function openSharedReleases(
  place: ObjectsPlace,
  folders: PartFolders & { readonly registryFolder: string },
): Promise<SharedReleases> {
  const open = (area: string) => openS3Objects(place, area, 'RELEASES_URL');
  const stores = {
    shells: await open('shell'),
    remotes: await open('remotes'),
    registry: await open('registry'),
  };
  await assertSameRegistry(stores.registry, folders.registryFolder);
  return shareReleases(stores, folders);
}

/** Throws when a folder has revisions of its own: they would be mixed with those of the store. */
export async function assertSameRegistry(store: ObjectStore, registryFolder: string): Promise<void> {
  const [newest] = await listRevisions(registryFolder);
  if (newest === undefined) return;
  const name = `${revisionFolder(newest)}/${revisionFiles.revision}`;
  const stored = await store.read(name);
  if (stored?.equals(await readFile(join(registryFolder, name)))) return;
  throw new Error(
    `RELEASES_URL: the registry there is another one than that in ${registryFolder}. Copy the folder there, or name an empty one (REGISTRY_FOLDER).`,
  );
}

/**
 * Shares versions and revisions through stores. Processes read and write files in their own folders as without stores:
 * what others have published is copied into them, and only a published version can be activated.
 *
 * - The description of a version is stored last; without it a version counts as not published.
 * - Of several writers of a revision, the one that creates its object has claimed the number. Its signature follows;
 *   until then the revision is not copied.
 */
export function shareReleases(
  stores: ReleaseStores,
  folders: PartFolders & { readonly registryFolder: string },
): SharedReleases {
  const { registryFolder } = folders;
  let publishedList: { readonly at: number; readonly names: Promise<ReadonlyMap<string, readonly string[]>> };
  const forgetPublishedList = () => {
    publishedList = { at: Number.NEGATIVE_INFINITY, names: Promise.resolve(new Map()) };
  };
  forgetPublishedList();

  const storeOf = (part: string) => (part === shellPart ? stores.shells : stores.remotes);
  const prefixOf = (part: string, version: string) =>
    part === shellPart ? `${version}/` : `${part}/${version}/`;

  /** The names of the objects of each published version, by part and version. */
  async function readPublished(): Promise<ReadonlyMap<string, readonly string[]>> {
    const versions = new Map<string, string[]>();
    const add = (part: string, version: string | undefined, name: string) => {
      const key = `${part} ${version}`;
      versions.set(key, [...(versions.get(key) ?? []), name]);
    };
    for (const { name } of await stores.shells.list()) add(shellPart, name.split('/')[0], name);
    for (const { name } of await stores.remotes.list()) {
      const [remote = '', version] = name.split('/');
      // A folder of shells may be inside that of the remotes.
      if (remote !== shellPart) add(remote, version, name);
    }
    for (const [key, names] of versions) {
      const [part = '', version = ''] = key.split(' ');
      if (!names.includes(prefixOf(part, version) + descriptionFile(part))) versions.delete(key);
    }
    return versions;
  }

  function publishedVersions(): Promise<ReadonlyMap<string, readonly string[]>> {
    if (performance.now() - publishedList.at > listCacheMs) {
      const names = readPublished();
      names.catch(forgetPublishedList);
      publishedList = { at: performance.now(), names };
    }
    return publishedList.names;
  }

  async function fetchVersion(part: string, version: string): Promise<void> {
    const folder = versionFolder(folders, part, version);
    if (existsSync(join(folder, descriptionFile(part)))) return;
    const names = (await publishedVersions()).get(`${part} ${version}`);
    if (!names) return;
    try {
      await copyFolder(storeOf(part), prefixOf(part, version), names, folder);
    } catch (error) {
      forgetPublishedList();
      const isDeleted = !(await publishedVersions()).has(`${part} ${version}`);
      if (!isDeleted) throw error;
    }
  }

  async function publishVersion(part: string, version: string): Promise<void> {
    const folder = versionFolder(folders, part, version);
    const prefix = prefixOf(part, version);
    const store = storeOf(part);
    const description = descriptionFile(part);
    if (await store.read(prefix + description, { first: 0, last: 0 })) return;
    const put = async (file: string) => store.create(prefix + file, await readFile(join(folder, file)));
    await eachOf(
      (await filesIn(folder)).filter((file) => file !== description),
      put,
    );
    await put(description);
    forgetPublishedList();
  }

  async function fetchRegistry(): Promise<void> {
    const objects = await stores.registry.list();
    const names = new Set(objects.map(({ name }) => name));
    const ownNumbers = new Set(await listRevisions(registryFolder));
    const missing = objects.filter(({ name }) => !existsSync(join(registryFolder, name)));
    for (const { name, storedAt } of missing) {
      const [folder = '', file = ''] = name.split('/');
      if (file !== revisionFiles.revision) continue;
      const isSigned = names.has(`${folder}/${revisionFiles.signature}`);
      // Its writer was stopped: the number is used up, and the revision is refused as unsigned.
      const isAbandoned = Date.now() - storedAt.getTime() > claimMs;
      if (ownNumbers.has(Number(folder)) || !(isSigned || isAbandoned)) continue;
      const revisionObjects = [name, ...(isSigned ? [`${folder}/${revisionFiles.signature}`] : [])];
      await copyFolder(stores.registry, `${folder}/`, revisionObjects, join(registryFolder, folder));
      forgetPublishedList();
    }
    await eachOf(
      missing.filter(({ name }) => commandRecord.test(name)),
      async ({ name }) => {
        const bytes = await stores.registry.read(name);
        if (!bytes) return;
        const file = join(registryFolder, name);
        const temporaryFile = join(dirname(file), `.copy-${randomUUID()}`);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(temporaryFile, bytes);
        await moveInto(temporaryFile, file);
      },
    );
  }

  return {
    fetchVersion,
    fetchVersions: async () => {
      for (const key of (await publishedVersions()).keys()) {
        const [part = '', version = ''] = key.split(' ');
        await fetchVersion(part, version);
      }
    },
    publishVersion,
    deleteVersion: async (part: string, version: string) => {
      const store = storeOf(part);
      const prefix = prefixOf(part, version);
      await store.delete(prefix + descriptionFile(part));
      await eachOf(await store.list(prefix), ({ name }) => store.delete(name));
      forgetPublishedList();
    },
    fetchRegistry,
    createRevision: async (folder: string, bytes: Buffer, signature: string): Promise<boolean> => {
      if (!(await stores.registry.create(`${folder}/${revisionFiles.revision}`, bytes))) return false;
      await stores.registry.create(`${folder}/${revisionFiles.signature}`, Buffer.from(signature));
      return true;
    },
    publishRecords: async () => {
      const ownRecords = (await filesIn(registryFolder)).filter((file) => commandRecord.test(file));
      const stored = new Set((await stores.registry.list()).map(({ name }) => name));
      await eachOf(
        ownRecords.filter((file) => !stored.has(file)),
        async (file) => stores.registry.create(file, await readFile(join(registryFolder, file))),
      );
    },
  };
}
