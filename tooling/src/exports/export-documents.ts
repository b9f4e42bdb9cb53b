import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageVersion } from '../webpack/paths.ts';
import { facadesReport, makeReports, reportedEntries } from './reports.ts';
import {
  assertMoved,
  type Changeset,
  type Exports,
  exportsOf,
  missingStep,
  type Released,
  readChangeset,
  releasedSchema,
} from './version-steps.ts';

export const exportsFolder = 'docs/exports';
const releasedFile = `${exportsFolder}/released.json`;

const reported = [...reportedEntries, facadesReport];
const packages = [...new Set(reported.map((entry) => entry.package))];

const versionOf = (repository: string, name: string) =>
  packageVersion(join(repository, name.replace('@kinmel/', 'packages/')));

/** What a package exports, by reports with their files' names. */
const ownExports = (reports: ReadonlyMap<string, string>, name: string): Exports =>
  Object.assign(
    {},
    ...reported
      .filter((entry) => entry.package === name)
      .map(({ report }) => exportsOf(report, reports.get(`${report}.md`) ?? '')),
  );

async function readReleased(repository: string): Promise<Released> {
  const text = await readFile(join(repository, releasedFile), 'utf8').catch(() => '{}');
  return releasedSchema.parse(JSON.parse(text));
}

/**
 * The documents about exports: path in the repository → text. A version that has moved takes the exports as they are now for its own.
 * Throws when it has moved by less than they ask for.
 */
export async function exportDocuments(repository: string): Promise<Map<string, string>> {
  const reports = await makeReports(repository);
  const released = await readReleased(repository);
  const next: Released = {};
  for (const name of packages) {
    const version = versionOf(repository, name);
    const now = ownExports(reports, name);
    const last = released[name];
    if (last && last.version !== version) assertMoved(name, version, last, now);
    next[name] = last?.version === version ? last : { version, exports: now };
  }
  return new Map([
    ...[...reports].map(([file, text]) => [`${exportsFolder}/${file}`, text] as const),
    [releasedFile, `${JSON.stringify(next, null, 2)}\n`],
  ]);
}

/** Every package whose exports have moved since its version, and whose next step no changeset says; in words. */
export async function missingSteps(
  repository: string,
  reports: ReadonlyMap<string, string>,
): Promise<string[]> {
  const released = await readReleased(repository);
  const folder = join(repository, '.changeset');
  const changesets: Changeset[] = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.md') && name !== 'README.md'))
    changesets.push(readChangeset(await readFile(join(folder, file), 'utf8')));
  return packages.flatMap((name) => {
    const last = released[name] ?? { version: '', exports: {} };
    return missingStep(name, versionOf(repository, name), last, ownExports(reports, name), changesets) ?? [];
  });
}
