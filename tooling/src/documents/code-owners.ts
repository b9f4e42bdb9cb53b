import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Owner of everything without a team of its own. */
const defaultTeam = 'platform';

const head =
  '# Written by `npm run documents` from `owner` in remote.json and shell.json and `owners` in package.json; the last matching line decides.';

export const ownersLine = (path: string, teams: readonly string[]): string =>
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

/**
 * Content of `.github/CODEOWNERS`: the `owner` of each remote.json and of shell.json, and the `owners` of each package.json of services
 * (with their contracts) and packages.
 * @throws Error when a remote or a service has no owner
 */
export function codeOwners(repository: string): string {
  const lines: string[] = [];
  const parts = foldersIn(repository, '.').filter((name) => name === 'shell' || name.startsWith('mfe-'));
  for (const part of parts) {
    const file = part === 'shell' ? 'shell/shell.json' : `${part}/remote.json`;
    if (!existsSync(join(repository, file))) continue;
    lines.push(ownersLine(`/${part}/`, assertTeams(file, [read(repository, file)['owner']])));
  }
  for (const service of foldersIn(repository, 'services')) {
    const file = `services/${service}/package.json`;
    if (!existsSync(join(repository, file))) continue;
    const teams = assertTeams(file, read(repository, file)['owners']);
    lines.push(ownersLine(`/services/${service}/`, teams));
    lines.push(ownersLine(`/packages/contracts/src/${service}/`, teams));
  }
  for (const name of foldersIn(repository, 'packages')) {
    const file = `packages/${name}/package.json`;
    const owners = existsSync(join(repository, file)) && read(repository, file)['owners'];
    if (owners) lines.push(ownersLine(`/packages/${name}/`, assertTeams(file, owners)));
  }
  return withOwnersLines(`${head}\n${ownersLine('*', [defaultTeam])}\n`, lines);
}

/** Adds lines in the order of their paths, so that more specific ones come later. */
export function withOwnersLines(text: string, added: readonly string[]): string {
  const [first = '', second = '', ...lines] = text.trimEnd().split('\n');
  return `${[first, second, ...[...lines, ...added].toSorted()].join('\n')}\n`;
}
