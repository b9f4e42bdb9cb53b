import type { Product, ProductCategory } from '@kinmel/contracts';

interface CategoryLink {
  /** The label in filters, breadcrumbs and chips. */
  readonly label: string;
  /** The page that lists it. */
  readonly to: string;
}

/** Label and listing of each category. */
export const categoryLinks: Readonly<Record<ProductCategory, CategoryLink>> = {
  smartphone: { label: 'Smartphones', to: '/smartphone' },
  premiumsmartphones: { label: 'Pre-loved', to: '/smartphone?category=premiumsmartphones' },
  galaxyproducts: { label: 'Galaxy', to: '/smartphone?category=galaxyproducts' },
  laptop: { label: 'Laptops', to: '/laptops' },
  watch: { label: 'Accessories', to: '/watches' },
  earphones: { label: 'Earphones', to: '/airpods' },
};

const isCategory = (text: string): text is ProductCategory => Object.hasOwn(categoryLinks, text);

/** The category of a text in any case, such as "Laptop". */
export function categoryOf(text: string): ProductCategory | undefined {
  const category = text.trim().toLowerCase();
  return isCategory(category) ? category : undefined;
}

/** Shown for a missing specification. */
export const notSpecified = 'Not specified';

/** The small line below a name: storage and color, or the first specifications available. */
export function detailLine({ specs, brand }: Pick<Product, 'specs' | 'brand'>): string {
  const parts = [specs.storage, specs.color].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : brand;
}

const phoneCategories: readonly ProductCategory[] = ['smartphone', 'premiumsmartphones', 'galaxyproducts'];

export const isPhone = ({ category }: Pick<Product, 'category'>): boolean =>
  phoneCategories.includes(category);
