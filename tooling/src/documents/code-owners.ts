import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** Owner of everything that no team owns. */
export const defaultTeam = 'platform';

/** Where owners are declared, for the header of generated files. */
export const sourceOfOwners = '`owner` in remote.json and shell.json and `owners` in package.json';

const pageHeader = `# Written by \`npm run documents\` from ${sourceOfOwners}; the last matching line decides.`;

const ownersLine = (path: string, teams: readonly string[]): string =>
  `${path}  ${teams.map((team) => `@kinmel/${team}`).join(' ')}`;

const teamsSchema = z.array(z.string().regex(/^[a-z][a-z-]*$/)).min(1);

export interface OwnedPath {
  /** For example `/mfe-catalog/`. */
  readonly path: string;
  readonly teams: readonly string[];
}

/**
 * The owners: the `owner` of each remote.json and of shell.json, and the `owners` of each package.json of services (with
 * their contracts) and packages. Code owners and workflows are generated from them. Keys are beside `owner`, and each
 * version has both, for the registry and the desk.
 * @throws Error when a remote or a service has no owner
 */
export function ownedPaths(repository: string): OwnedPath[] {
  const files = globSync(
    ['mfe-*/remote.json', 'shell/shell.json', 'services/*/package.json', 'packages/*/package.json'],
    { cwd: repository },
  );
  return files.toSorted().flatMap((file) => {
    const { owner, owners = owner && [owner] } = JSON.parse(readFileSync(join(repository, file), 'utf8')) as {
      readonly owner?: unknown;
      readonly owners?: unknown;
    };
    const folder = dirname(file);
    if (folder.startsWith('packages/') && owners === undefined) return [];
    const teams = teamsSchema.safeParse(owners).data;
    if (teams === undefined) throw new Error(`${file} does not name the teams that own it`);
    const contracts = folder.replace(/^services\//, 'packages/contracts/src/');
    return [...new Set([folder, contracts])].map((path) => ({ path: `/${path}/`, teams }));
  });
}

/** Content of `.github/CODEOWNERS`, in the order of the paths, so that more specific ones come later. */
export function codeOwners(repository: string): string {
  const lines = ownedPaths(repository).map(({ path, teams }) => ownersLine(path, teams));
  return `${[pageHeader, ownersLine('*', [defaultTeam]), ...lines.toSorted()].join('\n')}\n`;
}
