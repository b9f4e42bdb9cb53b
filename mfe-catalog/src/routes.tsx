import { getStore, lazyPage, type PageAddress, type RemoteModule } from '@kinmel/web-kit';
import { catalogApi, type Range } from './catalog-api.ts';
import {
  earphones,
  type Listing,
  laptops,
  smartphones,
  watches,
} from './features/listings/listings.content.ts';
import { isValidId } from './features/product-details/product-details.rules.ts';
import { searchedText } from './features/search-results/search-results.rules.ts';
import { listingAddress, searchAddress } from './filters/list-address.ts';
import { readFilters } from './filters/product-filters.rules.ts';

/** Sends a request before the page is rendered; the answer is cached. The page shows any failure. */
async function prefetch(request: Promise<unknown> & { unsubscribe: () => void }): Promise<void> {
  try {
    await request;
  } finally {
    request.unsubscribe();
  }
}

const { listCatalogProducts, listRange, getCatalogProduct, getPromises } = catalogApi.endpoints;
const prefetchProducts = (address: string) =>
  prefetch(getStore().dispatch(listCatalogProducts.initiate(address)));
const prefetchRange = (name: Range) => prefetch(getStore().dispatch(listRange.initiate(name)));
const prefetchPromises = () => prefetch(getStore().dispatch(getPromises.initiate()));

const prefetchListing =
  (page: Listing) =>
  ({ search }: PageAddress) =>
    prefetchProducts(listingAddress(page, readFilters(search)));

const listingPage = (listing: Listing) =>
  lazyPage(async () => {
    const { ListingPage } = await import(
      /* webpackChunkName: "page-listing" */ './features/listings/listing-page.tsx'
    );
    return { default: () => <ListingPage listing={listing} /> };
  });

/** Pages by path; each is a chunk, named in `remote.json`. */
export const pages: RemoteModule['pages'] = {
  '/': lazyPage(() => import(/* webpackChunkName: "page-home" */ './features/home/home-page.tsx')),
  '/categories': lazyPage(
    () => import(/* webpackChunkName: "page-categories" */ './features/categories/categories-page.tsx'),
  ),
  '/smartphone': listingPage(smartphones),
  '/watches': listingPage(watches),
  '/laptops': listingPage(laptops),
  '/airpods': listingPage(earphones),
  '/productdetails': lazyPage(
    () =>
      import(/* webpackChunkName: "page-product" */ './features/product-details/product-details-page.tsx'),
  ),
  '/search-results': lazyPage(
    () => import(/* webpackChunkName: "page-search" */ './features/search-results/search-results-page.tsx'),
  ),
  '/alerts/:token': lazyPage(
    () => import(/* webpackChunkName: "page-alert" */ './features/alert/alert-page.tsx'),
  ),
  '/wishlist': lazyPage(
    () => import(/* webpackChunkName: "page-wishlist" */ './features/wishlist/wishlist-page.tsx'),
  ),
};

/** The first requests of each page: those of its `firstData` in `remote.json`. */
export const prepare: NonNullable<RemoteModule['prepare']> = {
  '/': () =>
    Promise.all([prefetchRange('premiumsmartphones'), prefetchRange('galaxyproducts'), prefetchPromises()]),
  '/smartphone': prefetchListing(smartphones),
  '/watches': prefetchListing(watches),
  '/laptops': prefetchListing(laptops),
  '/airpods': prefetchListing(earphones),
  '/productdetails': ({ search }) => {
    const id = search.get('id')?.trim();
    const product = isValidId(id) ? prefetch(getStore().dispatch(getCatalogProduct.initiate(id))) : undefined;
    return Promise.all([product, prefetchPromises()]);
  },
  '/search-results': ({ search }) => {
    const query = searchedText(undefined, search);
    return query === '' ? undefined : prefetchProducts(searchAddress(query, readFilters(search)));
  },
};
