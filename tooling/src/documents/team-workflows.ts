import { partOf } from '../generators/templates.ts';
import { defaultTeam, type OwnedPath, ownedPaths, sourceOfOwners } from './code-owners.ts';

const deployedFolder = /^\/(shell|mfe-[a-z-]+)\/$/;

function workflowOf(team: string, allPaths: readonly OwnedPath[]): string {
  const teamPaths = allPaths.filter(({ teams }) => teams.includes(team)).map(({ path }) => path);
  // The default team also owns shared files; any change can affect its parts.
  const paths = team === defaultTeam ? ['**'] : teamPaths.map((path) => `${path.slice(1)}**`);
  const parts = teamPaths.flatMap((path) => deployedFolder.exec(path)?.[1] ?? []);
  return partOf('workflow.yml', {
    name: team,
    source: sourceOfOwners,
    paths: JSON.stringify(paths.toSorted()),
    tests: ['npm run check'],
    deployments: parts.map((part) => `npm run deploy -- ${part} --canary 5`),
  });
}

/** The workflow of each team by path: it runs for changes of what the team owns, and deploys the team's parts. */
export function teamWorkflows(repository: string): Map<string, string> {
  const allPaths = ownedPaths(repository);
  const teams = new Set([defaultTeam, ...allPaths.flatMap((ownedPath) => ownedPath.teams)]);
  return new Map(
    [...teams].toSorted().map((team) => [`.github/workflows/${team}.yml`, workflowOf(team, allPaths)]),
  );
}
