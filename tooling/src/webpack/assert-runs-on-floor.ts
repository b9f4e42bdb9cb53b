import { relative } from 'node:path';
import { runChecks } from 'es-check';
import { floorQuery } from './browser-floor.ts';

/** Throws when a script of a build has syntax or functions that the oldest browsers of the shop do not have. */
export async function assertRunsOnFloor(folder: string): Promise<void> {
  const files = [`${folder}/**/*.js`];
  const { errors } = await runChecks([
    { files, checkBrowser: true, browserslistQuery: floorQuery, checkFeatures: true },
  ]);
  const faults = errors.map(({ file, err }) => `${relative(folder, file)}: ${err.message}`);
  if (faults.length > 0) throw new Error(`Too new for the oldest browsers of the shop: ${faults.join('; ')}`);
}
