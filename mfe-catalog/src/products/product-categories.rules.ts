import type { Product, ProductCategory } from '@kinmel/contracts';

interface CategoryWords {
  /** As a filter, a crumb and a chip call it. */
  readonly label: string;
  /** The page that lists it. */
  readonly to: string;
}

/** How each category is called and where it is listed; the pre-loved range is labelled so. */
export const categoryWords: Readonly<Record<ProductCategory, CategoryWords>> = {
  smartphone: { label: 'Smartphones', to: '/smartphone' },
  premiumsmartphones: { label: 'Pre-loved', to: '/smartphone?category=premiumsmartphones' },
  galaxyproducts: { label: 'Galaxy', to: '/smartphone?category=galaxyproducts' },
  laptop: { label: 'Laptops', to: '/laptops' },
  watch: { label: 'Accessories', to: '/watches' },
  earphones: { label: 'Earphones', to: '/airpods' },
};

const isCategory = (text: string): text is ProductCategory => Object.hasOwn(categoryWords, text);

/** The category of a text in any case, "Laptop" included. */
export function categoryOf(text: string): ProductCategory | undefined {
  const category = text.trim().toLowerCase();
  return isCategory(category) ? category : undefined;
}

/** What stands in place of a specification that the product does not have. */
export const notSpecified = 'Not specified';

/** The small line under a name: storage and color, or whatever of the first specifications there is. */
export function detailLine({ specs, brand }: Pick<Product, 'specs' | 'brand'>): string {
  const parts = [specs.storage, specs.color].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : brand;
}

const phoneCategories: readonly ProductCategory[] = ['smartphone', 'premiumsmartphones', 'galaxyproducts'];

export const isPhone = ({ category }: Pick<Product, 'category'>): boolean =>
  phoneCategories.includes(category);
