import { openFolderObjects } from './folder-objects.ts';
import type { ObjectStore } from './object-store.ts';
import type { ObjectsPlace } from './objects-place.ts';
import { openS3Objects } from './s3-objects.ts';

/** The settings of a process: its folders by variable, and the place in S3 that replaces them. */
type ObjectsConfig<Variable extends string> = Readonly<Record<Variable, string>> & {
  readonly OBJECTS_URL?: ObjectsPlace | undefined;
};

/**
 * Opens the objects of a process: in S3 if `OBJECTS_URL` is set, else in a folder.
 * @param variable names the folder; in S3 the objects of `PAYOUT_PROOFS_FOLDER` are under `payout-proofs/`
 */
export async function openObjects<Variable extends `${string}_FOLDER`>(
  config: ObjectsConfig<Variable>,
  variable: Variable,
): Promise<ObjectStore> {
  const folders: Readonly<Record<Variable, string>> = config;
  if (!config.OBJECTS_URL) return openFolderObjects(folders[variable]);
  const area = variable.replace(/_FOLDER$/, '').toLowerCase();
  return openS3Objects(config.OBJECTS_URL, area.replaceAll('_', '-'));
}
