import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/** A forbidden import, or opening of a database; paths are relative to the tree. */
export interface Violation {
  rule: string;
  from: string;
  to: string;
}

const cruiseSchema = z.object({
  summary: z.object({
    totalCruised: z.int(),
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
});

/** Top-level folders with code. */
export const sourceFolders = (baseFolder: string): string[] =>
  readdirSync(baseFolder).filter((folder) =>
    /^(packages|gateway|render|services|shell|mfe-.+|tooling|e2e|bench)$/.test(folder),
  );

const repository = join(import.meta.dirname, '../../..');

/** A rule about more than imports: each service opens only its own database. */
export const ownDatabaseRule = 'own-database-only';

const databaseOpenings: readonly {
  pattern: RegExp;
  isOwn: (database: string, service: string) => boolean;
}[] = [
  {
    pattern: /\bdatabaseNameOf\(\s*([^,)]*)/g,
    isOwn: (database, service) => database === `'${service}'`,
  },
  // The injected connection belongs to the service's own database.
  { pattern: /\.(?:db|useDb)\(\s*([^,)]*)/g, isOwn: (database) => /^[\w.#]+\.name$/.test(database) },
];

/** Databases that a service may open in addition to its own; tests may open any. */
export function foreignDatabases(baseFolder: string): Violation[] {
  const services = join(baseFolder, 'services');
  if (!existsSync(services)) return [];
  return readdirSync(services, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^[^/]+\/src\/.*\.ts$/.test(file) && !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) => {
      const [service = ''] = file.split('/');
      const text = readFileSync(join(services, file), 'utf8');
      return databaseOpenings.flatMap(({ pattern, isOwn }) =>
        [...text.matchAll(pattern)]
          .map(([, database = '']) => database.trim())
          .filter((database) => !isOwn(database, service))
          .map((database) => ({
            rule: ownDatabaseRule,
            from: `services/${file}`,
            to: `database ${database}`,
          })),
      );
    });
}

/**
 * Checks the imports below `baseFolder` against `.dependency-cruiser.mjs`, and services against `ownDatabaseRule`.
 * @param roots folders to read, relative to `baseFolder`
 */
export async function architectureViolations(
  baseFolder: string,
  roots: readonly string[],
): Promise<{ violations: Violation[]; files: number }> {
  const command = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const configuration = join(repository, '.dependency-cruiser.mjs');
  const parameters = [command, '--config', configuration, '--output-type', 'json', ...roots];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, {
    cwd: baseFolder,
    maxBuffer: 256 * 1024 * 1024,
  });
  const { summary } = cruiseSchema.parse(JSON.parse(stdout));
  return {
    files: summary.totalCruised,
    violations: [
      ...summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
      ...foreignDatabases(baseFolder),
    ],
  };
}
