import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const checkoutFolder = fileURLToPath(new URL('../../../..', import.meta.url));

/** The environment of a process as its `config.ts` declares it. */
export async function configSchemaOf(folder: string): Promise<z.ZodObject> {
  const module: Record<string, unknown> = await import(`${checkoutFolder}/${folder}/src/config.ts`);
  const schema = Object.entries(module).find(([name]) => name.endsWith('ConfigSchema'))?.[1];
  if (!(schema instanceof z.ZodObject)) throw new Error(`${folder}/src/config.ts has no schema`);
  return schema;
}
