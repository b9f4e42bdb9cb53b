import { UsageError } from './change.ts';

/** A name in the spellings that generated code needs. */
export type Names = ReturnType<typeof namesOf>;

/** @throws UsageError when the name is not in kebab case */
export function namesOf(kebab: string | undefined, what: string) {
  if (!kebab || !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(kebab)) {
    throw new UsageError(`The name of a ${what} is in kebab case, like phone-orders; got "${kebab ?? ''}".`);
  }
  const pascal = kebab.replaceAll(/(^|-)([a-z0-9])/g, (_, _dash, letter: string) => letter.toUpperCase());
  const words = kebab.replaceAll('-', ' ');
  return {
    kebab,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    /** `Phone orders`, for texts. */
    words: words.charAt(0).toUpperCase() + words.slice(1),
  };
}

/** `orders` → `order`, `categories` → `category`. */
export function singularOf(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`;
  if (/(ses|xes|ches|shes)$/.test(plural)) return plural.slice(0, -2);
  return plural.endsWith('s') && !plural.endsWith('ss') ? plural.slice(0, -1) : plural;
}
