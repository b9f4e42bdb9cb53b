import type { Registry } from '@kinmel/contracts';

type Entry = Registry['remotes'][string];

/** A registry of these remotes, public and without files by default. */
export const aRegistry = (remotes: Readonly<Record<string, Partial<Entry>>>): Registry => ({
  schema: 1,
  revision: 1,
  remotes: Object.fromEntries(
    Object.entries(remotes).map(([name, entry]) => [
      name,
      {
        name,
        version: '1.0.0',
        owner: 'test',
        requiredRole: 'public',
        contractVersion: 1,
        entry: `/remotes/${name}/1.0.0/remoteEntry.js`,
        manifest: `/remotes/${name}/1.0.0/mf-manifest.json`,
        integrity: {},
        pages: [],
        widgets: [],
        ...entry,
      },
    ]),
  ),
});
