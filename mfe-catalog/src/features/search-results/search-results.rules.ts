import type { Facets, ProductCategory } from '@kinmel/contracts';

/** Maximum length of a search; the server refuses more. */
const maxQueryLength = 100;

/** The search text: from the navigation state, otherwise from the URL. Empty without one. */
export function searchedText(state: unknown, address: URLSearchParams): string {
  const textInState =
    typeof state === 'object' && state !== null && 'query' in state ? state.query : undefined;
  const text =
    typeof textInState === 'string' && textInState.trim() !== '' ? textInState : (address.get('q') ?? '');
  // A pasted tab becomes a space; the server refuses control characters.
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxQueryLength);
}

/** `N results found for "query"`, with a singular for one. */
export const countLine = (count: number, query: string): string =>
  `${count} ${count === 1 ? 'result' : 'results'} found for "${query}"`;

interface Kind {
  readonly label: string;
  readonly range: readonly ProductCategory[];
}

/** Kinds to filter by; the three ranges of phones are one kind. */
const kinds: readonly Kind[] = [
  { label: 'Smartphones', range: ['smartphone', 'premiumsmartphones', 'galaxyproducts'] },
  { label: 'Accessories', range: ['watch'] },
  { label: 'Laptops', range: ['laptop'] },
  { label: 'Earphones', range: ['earphones'] },
];

/** The kinds with results and their counts; a selected one stays even without results. */
export function kindsWithResults(
  facets: Facets | undefined,
  chosen: readonly ProductCategory[],
): (Kind & { count: number; isChosen: boolean })[] {
  return kinds
    .map((kind) => ({
      ...kind,
      count: kind.range.reduce(
        (sum, category) => sum + (facets?.category.find(({ value }) => value === category)?.count ?? 0),
        0,
      ),
      isChosen: kind.range.every((category) => chosen.includes(category)),
    }))
    .filter(({ count, isChosen }) => count > 0 || isChosen);
}
