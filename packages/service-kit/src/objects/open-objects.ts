import { openFolderObjects } from './folder-objects.ts';
import type { ObjectStore } from './object-store.ts';
import type { ObjectsPlace } from './objects-place.ts';

/** Of a process: the folders by their variables, and the place that replaces them all. */
type ObjectsConfig<Variable extends string> = Readonly<Record<Variable, string>> & {
  readonly OBJECTS_URL?: ObjectsPlace | undefined;
};

/** Loads the client of S3, which other processes do without. @param area of the place, one for each kind of object */
export async function openObjectsInS3(place: ObjectsPlace, area: string): Promise<ObjectStore> {
  const { openS3Objects } = await import('./s3-objects.ts');
  return openS3Objects(place, area);
}

/**
 * The objects of a process: in S3 if `OBJECTS_URL` is set, else in a folder.
 * @param variable has the folder; in S3 the objects of `PAYOUT_PROOFS_FOLDER` are in `payout-proofs/`
 */
export async function openObjects<Variable extends `${string}_FOLDER`>(
  config: ObjectsConfig<Variable>,
  variable: Variable,
): Promise<ObjectStore> {
  const folders: Readonly<Record<Variable, string>> = config;
  if (!config.OBJECTS_URL) return openFolderObjects(folders[variable]);
  const area = variable.replace(/_FOLDER$/, '').toLowerCase();
  return openObjectsInS3(config.OBJECTS_URL, area.replaceAll('_', '-'));
}
