import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';

/** A Kubernetes object, or a patch of one. */
export const manifestSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
export type Manifest = z.output<typeof manifestSchema>;

/** @throws for invalid YAML */
export const manifestsIn = (path: string): Manifest[] =>
  parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors.join(', ')}`);
    return manifestSchema.parse(document.toJS());
  });
