import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/** One import that an architecture rule forbids, by path relative to the tree that was read. */
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

/** The folders at the top of the repository that hold code; a new remote is one of them by its name. */
export const sourceFolders = (baseFolder: string): string[] =>
  readdirSync(baseFolder).filter((folder) =>
    /^(packages|gateway|services|shell|mfe-.+|tooling|e2e|bench)$/.test(folder),
  );

const repository = join(import.meta.dirname, '../../..');

/**
 * Holds the imports below `baseFolder` against the rules in `.dependency-cruiser.mjs`.
 * @param roots the folders to read, relative to `baseFolder`
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
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}
