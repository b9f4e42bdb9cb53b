import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Owner of everything without a team of its own. */
export const defaultTeam = 'platform';

/** Where owners are written down, as the generated files say it. */
export const sourceOfOwners = '`owner` in remote.json and shell.json and `owners` in package.json';

const head = `# Written by \`npm run documents\` from ${sourceOfOwners}; the last matching line decides.`;

const ownersLine = (path: string, teams: readonly string[]): string =>
  `${path}  ${teams.map((team) => `@kinmel/${team}`).join(' ')}`;

function read(repository: string, path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(repository, path), 'utf8')) as Record<string, unknown>;
}

function assertTeams(path: string, teams: unknown): string[] {
  const isGiven =
    Array.isArray(teams) &&
    teams.length > 0 &&
    teams.every((team) => typeof team === 'string' && /^[a-z][a-z-]*$/.test(team));
  if (!isGiven) throw new Error(`${path} does not name the teams that own it`);
  return teams as string[];
}

const foldersIn = (repository: string, folder: string) =>
  readdirSync(join(repository, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

export interface OwnedPath {
  /** Such as `/mfe-catalog/`. */
  readonly path: string;
  readonly teams: readonly string[];
}

/**
 * The one list of owners: the `owner` of each remote.json and of shell.json, and the `owners` of each package.json of
 * services (with their contracts) and packages. Code owners and workflows follow from it; keys stand beside `owner`, and
 * each version carries both to the registry and the desk.
 * @throws Error when a remote or a service has no owner
 */
export function ownedPaths(repository: string): OwnedPath[] {
  const owned: OwnedPath[] = [];
  const parts = foldersIn(repository, '.').filter((name) => name === 'shell' || name.startsWith('mfe-'));
  for (const part of parts) {
    const file = part === 'shell' ? 'shell/shell.json' : `${part}/remote.json`;
    if (!existsSync(join(repository, file))) continue;
    owned.push({ path: `/${part}/`, teams: assertTeams(file, [read(repository, file)['owner']]) });
  }
  for (const service of foldersIn(repository, 'services')) {
    const file = `services/${service}/package.json`;
    if (!existsSync(join(repository, file))) continue;
    const teams = assertTeams(file, read(repository, file)['owners']);
    owned.push({ path: `/services/${service}/`, teams });
    owned.push({ path: `/packages/contracts/src/${service}/`, teams });
  }
  for (const name of foldersIn(repository, 'packages')) {
    const file = `packages/${name}/package.json`;
    const owners = existsSync(join(repository, file)) && read(repository, file)['owners'];
    if (owners) owned.push({ path: `/packages/${name}/`, teams: assertTeams(file, owners) });
  }
  return owned;
}

/** Content of `.github/CODEOWNERS`, in the order of the paths, so that more specific ones come later. */
export function codeOwners(repository: string): string {
  const lines = ownedPaths(repository).map(({ path, teams }) => ownersLine(path, teams));
  return `${[head, ownersLine('*', [defaultTeam]), ...lines.toSorted()].join('\n')}\n`;
}
