import { type Product, productSchema, type RemoteBuild } from '@kinmel/contracts';
import { canonicalPath, type PageMatch } from '../page-match.ts';
import { element, escapeJson } from './markup.ts';

export interface PageHeadOptions {
  /** Undefined for an unknown address. */
  readonly match: PageMatch | undefined;
  readonly builds: readonly RemoteBuild[];
  /** The answer to the first request of the page, as a JSON value. */
  readonly firstAnswer: unknown;
  /** The public origin of the shop; without it the page names no addresses. */
  readonly origin: string | undefined;
  /** The HTML is cached for several addresses, so it must not contain any of them. */
  readonly isShared: boolean;
  /** Used for pages without a description. */
  readonly shopDescription: string;
  /** The address is unknown, or the product of the page does not exist. */
  readonly isMissing: boolean;
}

const shopName = 'Kinmel';
const currency = 'NPR';
const maxDescriptionLength = 160;

const productInAnswer = productSchema.pick({
  id: true,
  name: true,
  brand: true,
  description: true,
  price: true,
  category: true,
  inStock: true,
  image: true,
  pictures: true,
});
type ShownProduct = Pick<Product, keyof (typeof productInAnswer)['shape']>;

function productOf({ page }: PageMatch, firstAnswer: unknown): ShownProduct | undefined {
  if (page.about !== 'product' || typeof firstAnswer !== 'object' || firstAnswer === null) return undefined;
  return 'data' in firstAnswer ? productInAnswer.safeParse(firstAnswer.data).data : undefined;
}

/** Absolute addresses of the pictures, the main one first, which may be on another host. */
const pictureAddresses = ({ image, pictures }: ShownProduct, origin: string): string[] => [
  ...(/^https?:/i.test(image) ? [image] : []),
  ...pictures.map(({ id }) => `${origin}/uploads/${id}/1200.webp`),
];

/** Cuts at the last whole word that fits. */
function truncate(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ').trim();
  if (oneLine.length <= maxDescriptionLength) return oneLine;
  const shortened = oneLine.slice(0, maxDescriptionLength - 1);
  return `${shortened.slice(0, Math.max(shortened.lastIndexOf(' '), 1)).replace(/[\s,.;:]+$/, '')}…`;
}

/** Title, description, canonical address, Open Graph tags and structured data of a page. */
export function pageHead(options: PageHeadOptions): { title: string; tags: string } {
  const { match, firstAnswer, isShared, shopDescription, isMissing } = options;
  const origin = isShared ? undefined : options.origin;
  if (!match) {
    const title = isMissing ? `Page not found | ${shopName}` : shopName;
    return { title, tags: metaTags('name', { robots: 'noindex', description: shopDescription }) };
  }
  const { page } = match;
  const product = productOf(match, firstAnswer);
  const name = product?.name ?? page.title;
  const title = name === '' ? shopName : `${name} | ${shopName}`;
  const description = truncate(product?.description || (page.description ?? shopDescription));
  // Personal pages and filtered lists are not indexed.
  if (!page.isListed || isMissing)
    return { title, tags: metaTags('name', { robots: 'noindex', description }) };
  const address = origin === undefined ? undefined : origin + canonicalPath(match);
  const image = product && origin !== undefined ? pictureAddresses(product, origin)[0] : undefined;
  const tags = [
    metaTags('name', {
      description,
      'twitter:card': image === undefined ? 'summary' : 'summary_large_image',
    }),
    address === undefined ? '' : element('link', { rel: 'canonical', href: address }),
    metaTags('property', {
      'og:site_name': shopName,
      'og:type': product ? 'product' : 'website',
      'og:title': name === '' ? shopName : name,
      'og:description': description,
      'og:url': address,
      'og:image': image,
      'product:price:amount': product?.price.toString(),
      'product:price:currency': product ? currency : undefined,
    }),
    origin === undefined || address === undefined
      ? ''
      : structuredData({ ...options, match, origin, address, product, description })
          .map(jsonLd)
          .join(''),
  ];
  return { title, tags: tags.join('') };
}

const metaTags = (attribute: 'name' | 'property', values: Readonly<Record<string, string | undefined>>) =>
  Object.entries(values)
    .map(([name, content]) => (content === undefined ? '' : element('meta', { [attribute]: name, content })))
    .join('');

/** A data block, so that the content security policy needs no exception. */
const jsonLd = (value: object) =>
  `<script type="application/ld+json">${escapeJson(JSON.stringify({ '@context': 'https://schema.org', ...value }))}</script>`;

interface StructuredDataOptions extends PageHeadOptions {
  readonly match: PageMatch;
  readonly origin: string;
  readonly address: string;
  readonly product: ShownProduct | undefined;
  readonly description: string;
}

function structuredData(options: StructuredDataOptions): object[] {
  const { match, builds, origin, address, product } = options;
  if (match.page.path === '/') return [{ '@type': 'WebSite', name: shopName, url: address }];
  const crumbs: [name: string, item: string][] = [[shopName, `${origin}/`]];
  if (!product) return [breadcrumbs([...crumbs, [match.page.title, address]])];
  const list = builds
    .flatMap(({ declaration }) => declaration.pages)
    .find(({ lists = [] }) => lists.includes(product.category));
  if (list) crumbs.push([list.title, origin + list.path]);
  return [productData(options, product), breadcrumbs([...crumbs, [product.name, address]])];
}

const breadcrumbs = (crumbs: readonly (readonly [string, string])[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(([name, item], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item,
  })),
});

const productData = ({ origin, address, description }: StructuredDataOptions, product: ShownProduct) => ({
  '@type': 'Product',
  name: product.name,
  description,
  sku: product.id,
  ...(product.brand === '' ? {} : { brand: { '@type': 'Brand', name: product.brand } }),
  image: pictureAddresses(product, origin),
  offers: {
    '@type': 'Offer',
    url: address,
    price: product.price,
    priceCurrency: currency,
    availability: `https://schema.org/${product.inStock ? 'InStock' : 'OutOfStock'}`,
    itemCondition: `https://schema.org/${product.category === 'premiumsmartphones' ? 'UsedCondition' : 'NewCondition'}`,
    seller: { '@type': 'Organization', name: shopName },
  },
});
