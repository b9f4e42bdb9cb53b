import { getStore, lazyPage, type RemoteModule } from '@kinmel/web-kit';
import { passportApi } from './features/passport/passport-api.ts';
import { policyApi } from './policy/shop-policy.ts';
import { servicesApi } from './services-api.ts';

/** Each page is a chunk, named in `remote.json`. */
export const pages: RemoteModule['pages'] = {
  '/specialoffers': lazyPage(
    () =>
      import(
        /* webpackChunkName: "page-special-offers" */ './features/special-offers/special-offers-page.tsx'
      ),
  ),
  '/newsletter': lazyPage(
    () => import(/* webpackChunkName: "page-newsletter" */ './features/newsletter/newsletter-page.tsx'),
  ),
  '/sellyourphone': lazyPage(
    () => import(/* webpackChunkName: "page-sell-phone" */ './features/sell-phone/sell-phone-page.tsx'),
  ),
  '/repair': lazyPage(
    () => import(/* webpackChunkName: "page-repair" */ './features/repair/repair-page.tsx'),
  ),
  '/booking': lazyPage(
    () => import(/* webpackChunkName: "page-booking" */ './features/booking/booking-page.tsx'),
  ),
  '/newphonebooking': lazyPage(
    () => import(/* webpackChunkName: "page-phone-order" */ './features/phone-order/phone-order-page.tsx'),
  ),
  '/returns/new': lazyPage(
    () => import(/* webpackChunkName: "page-return" */ './features/return/return-page.tsx'),
  ),
  '/about': lazyPage(
    () => import(/* webpackChunkName: "page-about" */ './features/information/about-page.tsx'),
  ),
  '/contact': lazyPage(
    () => import(/* webpackChunkName: "page-contact" */ './features/information/contact-page.tsx'),
  ),
  '/passport/:token': lazyPage(
    () => import(/* webpackChunkName: "page-passport" */ './features/passport/passport-page.tsx'),
  ),
  '/request-links/:token': lazyPage(
    () => import(/* webpackChunkName: "page-request-link" */ './features/tracking/tracking-page.tsx'),
  ),
};

/** Prefetches into the cache. The page shows failures. */
async function prefetch(request: Promise<unknown> & { unsubscribe: () => void }): Promise<void> {
  try {
    await request;
  } finally {
    request.unsubscribe();
  }
}

const { listOffers } = servicesApi.endpoints;
const { getPassport } = passportApi.endpoints;
const prefetchPolicy = () => prefetch(getStore().dispatch(policyApi.endpoints.getShopPolicy.initiate()));

/** The prefetched requests of each page, equal to `firstData` in `remote.json`. */
export const prepare: NonNullable<RemoteModule['prepare']> = {
  '/specialoffers': () =>
    Promise.all([prefetch(getStore().dispatch(listOffers.initiate())), prefetchPolicy()]),
  '/about': prefetchPolicy,
  '/contact': prefetchPolicy,
  '/passport/:token': ({ pathname }) =>
    prefetch(getStore().dispatch(getPassport.initiate(pathname.split('/').at(2) ?? ''))),
};
