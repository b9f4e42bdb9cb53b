import type { AuditedChange } from '@kinmel/contracts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields whose values are stored; for all others only the fact that they changed. */
export type ShownFields = readonly string[] | 'all';

/** They change with every write, so entries omit them. */
const technicalFields = new Set(['id', '_id', 'version', 'createdAt', 'updatedAt', 'history']);

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

function valueOf(value: unknown): AuditedChange['before'] {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}

/** Flattens one level (`specs.storage`); a list becomes one JSON text. */
function flatten(fields: Fields): Map<string, AuditedChange['before']> {
  const values = new Map<string, AuditedChange['before']>();
  for (const [name, value] of Object.entries(fields)) {
    if (technicalFields.has(name)) continue;
    if (isPlain(value))
      for (const [innerName, innerValue] of Object.entries(value))
        values.set(`${name}.${innerName}`, valueOf(innerValue));
    else values.set(name, valueOf(value));
  }
  return values;
}

/** The fields that differ. Null stands for a record that does not exist. */
export function changesBetween(
  before: Fields | null,
  after: Fields | null,
  shownFields: ShownFields,
): AuditedChange[] {
  const [oldValues, newValues] = [flatten(before ?? {}), flatten(after ?? {})];
  return [...new Set([...oldValues.keys(), ...newValues.keys()])].flatMap((field) => {
    const [oldValue, newValue] = [oldValues.get(field) ?? null, newValues.get(field) ?? null];
    if (oldValue === newValue) return [];
    const isPersonal = shownFields !== 'all' && !shownFields.includes(field);
    return [{ field, before: isPersonal ? null : oldValue, after: isPersonal ? null : newValue, isPersonal }];
  });
}
