import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteBuild, ShellBuild } from '@kinmel/contracts';
import { satisfies } from 'semver';
import { type PartFolders, versionFolder } from './build-files.ts';
import { unscopedRules } from './unscoped-rules.ts';

/** The CSS rules of a build that match elements outside it, with their files. */
export async function unscopedStyles(folders: PartFolders, build: RemoteBuild): Promise<readonly string[]> {
  const { name } = build.declaration;
  const folder = versionFolder(folders, name, build.version);
  const faults: string[] = [];
  for (const file of Object.keys(build.files).filter((each) => each.endsWith('.css'))) {
    for (const rule of unscopedRules(await readFile(join(folder, file), 'utf8'), name))
      faults.push(`${file} has "${rule}", which is not of a CSS Module and reaches all pages`);
  }
  return faults;
}

const addressOf = (path: string) => path.replace(/:[^/]+/g, ':');

/** Pages and widgets that both remotes define. */
function duplicateDefinitions(build: RemoteBuild, other: RemoteBuild): string[] {
  const otherName = `${other.declaration.name} ${other.version}`;
  const addresses = new Set(other.declaration.pages.map(({ path }) => addressOf(path)));
  const widgets = new Set(other.declaration.widgets.map(({ name }) => name));
  return [
    ...build.declaration.pages
      .filter(({ path }) => addresses.has(addressOf(path)))
      .map(({ path }) => `its page ${path} is a page of ${otherName}`),
    ...build.declaration.widgets
      .filter(({ name }) => widgets.has(name))
      .map(({ name }) => `its widget ${name} is a widget of ${otherName}`),
  ];
}

/** The imported names that the shell does not export, by shared module. */
function missingNames({ version, offers }: ShellBuild, { imports }: RemoteBuild): string[] {
  const faults: string[] = [];
  for (const [key, names] of Object.entries(imports)) {
    const offeredNames = offers[key];
    if (offeredNames === undefined)
      faults.push(`it imports ${key}, which the shell ${version} does not share`);
    if (offeredNames === undefined || offeredNames === '*') continue;
    const missing = names.filter((name) => !offeredNames.includes(name));
    if (missing.length > 0)
      faults.push(
        `it imports ${missing.join(', ')} of ${key}, the shell ${version} does not offer ${missing.length === 1 ? 'it' : 'them'}`,
      );
  }
  return faults;
}

/** Why a build cannot run in this shell. */
function faultsInShell(shell: ShellBuild, build: RemoteBuild): string[] {
  const { contractVersion } = build.declaration;
  const faults = missingNames(shell, build);
  if (shell.contractVersion !== contractVersion)
    faults.push(
      `it has contract version ${contractVersion}, the shell ${shell.version} has ${shell.contractVersion}`,
    );
  for (const [key, range] of Object.entries(build.shared)) {
    const version = shell.shared[key];
    if (version === undefined)
      faults.push(`it needs ${key} ${range}, the shell ${shell.version} shares none`);
    else if (!satisfies(version, range))
      faults.push(`it needs ${key} ${range}, the shell ${shell.version} shares ${version}`);
  }
  return faults;
}

/**
 * Why a build cannot be active beside the builds of other remotes in this shell; empty when it can. Pure.
 * @param shell the active one; undefined skips the comparison
 */
export function misfits(
  build: RemoteBuild,
  others: Iterable<RemoteBuild>,
  shell: ShellBuild | undefined,
): readonly string[] {
  const faults = shell ? faultsInShell(shell, build) : [];
  for (const other of others) {
    if (other.declaration.name !== build.declaration.name) faults.push(...duplicateDefinitions(build, other));
  }
  return faults;
}
