import type { Registry, RegistryEntry, RemoteBuild, RemotePage } from '@kinmel/contracts';

export interface Viewer {
  readonly isAdmin: boolean;
}

/** Whether this viewer may know of the remote and load its files. */
export function mayUse(build: RemoteBuild, viewer: Viewer): boolean {
  return build.declaration.requiredRole === 'public' || viewer.isAdmin;
}

/** Without false flags and empty lists, because every page contains the registry. */
const pageEntry = ({
  path,
  title,
  requiresSignIn,
  visitorsOnly,
  ownFrame,
  links,
  parameters,
}: RemotePage): RegistryEntry['pages'][number] => ({
  path,
  title,
  ...(requiresSignIn ? { requiresSignIn } : {}),
  ...(visitorsOnly ? { visitorsOnly } : {}),
  ...(ownFrame ? { ownFrame } : {}),
  ...(links?.length ? { links } : {}),
  ...(parameters ? { parameters } : {}),
});

export function registryEntry(
  build: Pick<RemoteBuild, 'declaration' | 'version' | 'entry' | 'manifest' | 'files'>,
): RegistryEntry {
  const { declaration, version } = build;
  const folder = `/remotes/${declaration.name}/${version}/`;
  return {
    name: declaration.name,
    version,
    owner: declaration.owner,
    contractVersion: declaration.contractVersion,
    requiredRole: declaration.requiredRole,
    entry: folder + build.entry,
    manifest: folder + build.manifest,
    integrity: { [build.manifest]: build.files[build.manifest]?.integrity ?? '' },
    pages: declaration.pages.map(pageEntry),
    widgets: declaration.widgets.map(({ name }) => name),
  };
}

/** The registry for one viewer, without remotes that need another role. */
export function makeRegistry(revision: number, builds: Iterable<RemoteBuild>, viewer: Viewer): Registry {
  const remotes: Record<string, RegistryEntry> = {};
  for (const build of builds) {
    if (mayUse(build, viewer)) remotes[build.declaration.name] = registryEntry(build);
  }
  return { schema: 1, revision, remotes };
}
