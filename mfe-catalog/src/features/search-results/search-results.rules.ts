import type { Facets, ProductCategory } from '@kinmel/contracts';

/** How long a search may be; the server refuses more. */
const longestQuery = 100;

/** What was searched: the navigation state first, then the address. Empty: nothing. */
export function searchedText(state: unknown, address: URLSearchParams): string {
  const inState = typeof state === 'object' && state !== null && 'query' in state ? state.query : undefined;
  const text = typeof inState === 'string' && inState.trim() !== '' ? inState : (address.get('q') ?? '');
  // A pasted tab is a space; the server refuses control characters.
  return text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, longestQuery);
}

/** `N results found for "query"`; one result is one. */
export const countLine = (count: number, query: string): string =>
  `${count} ${count === 1 ? 'result' : 'results'} found for "${query}"`;

interface Kind {
  readonly label: string;
  readonly range: readonly ProductCategory[];
}

/** The kinds that results are narrowed to; the three ranges of phones are one kind to a shopper. */
const kinds: readonly Kind[] = [
  { label: 'Smartphones', range: ['smartphone', 'premiumsmartphones', 'galaxyproducts'] },
  { label: 'Accessories', range: ['watch'] },
  { label: 'Laptops', range: ['laptop'] },
  { label: 'Earphones', range: ['earphones'] },
];

/** The kinds that a search found something of, with their counts; a chosen one stays even when it has none. */
export function kindsFound(
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
