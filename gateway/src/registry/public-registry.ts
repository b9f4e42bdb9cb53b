import type { Registry, RegistryEntry, RemoteBuild, RemotePage } from '@kinmel/contracts';
import { pick } from '@kinmel/service-kit';

export interface Viewer {
  readonly isAdmin: boolean;
}

/** Whether this viewer may know of the remote and load its files. */
export function mayUse(build: RemoteBuild, viewer: Viewer): boolean {
  return build.declaration.requiredRole === 'public' || viewer.isAdmin;
}

/** Without empty lists, as the registry is in every page. */
const pageEntry = ({ links, ...page }: RemotePage): RegistryEntry['pages'][number] => ({
  ...pick(page, 'path', 'title', 'requiresSignIn', 'visitorsOnly', 'ownFrame', 'parameters'),
  links: links?.length ? links : undefined,
});

export function registryEntry(
  build: Pick<RemoteBuild, 'declaration' | 'version' | 'entry' | 'manifest' | 'files'>,
): RegistryEntry {
  const { declaration, version } = build;
  const folder = `/remotes/${declaration.name}/${version}/`;
  return {
    ...pick(declaration, 'name', 'owner', 'contractVersion', 'requiredRole'),
    version,
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
