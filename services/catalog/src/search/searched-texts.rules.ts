import type { SearchEntry } from './search-entry.ts';

/** Words for categories that shoppers and pages use; the premium range is called "Pre-loved" there. */
const categoryWords = {
  smartphone: 'smartphone phone mobile',
  laptop: 'laptop notebook computer',
  watch: 'watch smartwatch wearable accessory',
  earphones: 'earphones earbuds headphones audio',
  premiumsmartphones: 'premium pre-loved preloved used second hand smartphone phone mobile flagship',
  galaxyproducts: 'galaxy samsung product smartphone phone mobile',
} as const satisfies Record<SearchEntry['category'], string>;

type SearchableFields = Pick<SearchEntry, 'name' | 'brand' | 'category' | 'specs' | 'description'>;

/** The texts by which a product is found. */
export const searchedTexts = {
  name: ({ name }) => name,
  brand: ({ brand }) => brand,
  category: ({ category }) => `${category} ${categoryWords[category]}`,
  specs: ({ specs }) => Object.values(specs).join(' '),
  description: ({ description }) => description,
} as const satisfies Record<string, (product: SearchableFields) => string>;
