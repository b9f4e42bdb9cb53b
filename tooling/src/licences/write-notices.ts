import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BundledPackage, licenceTexts, sbomOf } from './bundled-packages.ts';
import { licenceFaults } from './licence-faults.ts';

export const licencesFile = 'licences.txt';
export const sbomFile = 'sbom.cdx.json';

/** Writes the licences of the packages in a build; rejects when one of them is not allowed. */
export async function writeLicences(folder: string, packages: readonly BundledPackage[]): Promise<void> {
  const faults = licenceFaults(packages);
  if (faults.length > 0)
    throw new Error(
      `Not on the list of licences (tooling/src/licences/licence-faults.ts):\n${faults.join('\n')}`,
    );
  await writeFile(join(folder, licencesFile), licenceTexts(packages));
}

export async function writeSbom(folder: string, ...content: Parameters<typeof sbomOf>): Promise<void> {
  await writeFile(join(folder, sbomFile), `${JSON.stringify(sbomOf(...content), undefined, 2)}\n`);
}
