import * as contracts from '@kinmel/contracts';
import { z } from 'zod';

type JsonObject = Record<string, unknown>;

const nameOf = (exported: string) =>
  exported.charAt(0).toUpperCase() + exported.slice(1).replace(/Schema$/, '');

/** The schemas that the contracts export, by the name of the export: `moneySchema` is `Money`. */
const registry = z.registry<{ id: string }>();
for (const [name, exported] of Object.entries(contracts as Readonly<Record<string, unknown>>))
  if (name.endsWith('Schema') && exported instanceof z.ZodType && !registry.has(exported))
    registry.add(exported, { id: nameOf(name) });

/** A hook of zod that modifies each JSON Schema. */
export type Override = NonNullable<z.core.ToJSONSchemaParams['override']>;

/** The schemas of a document. Named schemas become components, which the others reference. */
export function namedSchemas(
  target: 'draft-2020-12' | 'draft-7',
  override: Override = () => undefined,
  io: 'input' | 'output' = 'output',
) {
  const components: Record<string, JsonObject> = {};
  const definitions = target === 'draft-7' ? 'definitions' : '$defs';
  return {
    components,
    /** The JSON Schema of a value; parts that JSON Schema cannot express accept anything. */
    schemaOf(schema: z.ZodType): JsonObject {
      const text = JSON.stringify(
        z.toJSONSchema(schema, {
          io,
          unrepresentable: 'any',
          target,
          override,
          metadata: registry,
        }),
      ).replaceAll(`"#/${definitions}/`, '"#/components/schemas/');
      const {
        $schema: _,
        id: _id,
        $id: _uri,
        [definitions]: schemas = {},
        ...ownSchema
      } = JSON.parse(text) as JsonObject;
      Object.assign(components, schemas);
      return ownSchema;
    },
  };
}
