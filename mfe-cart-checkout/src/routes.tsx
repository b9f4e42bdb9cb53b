import { lazyPage, type PageComponent } from '@kinmel/web-kit';

/**
 * The page of each address that `remote.json` declares. They are one chunk: who opens the cart is on the way through them,
 * and what they have in common stays out of the file that every page of the shop loads for button and badge.
 */
export const pages: Readonly<Record<string, PageComponent>> = {
  '/cart': lazyPage(() => import(/* webpackChunkName: "page-cart" */ './features/cart/cart-page.tsx')),
  '/checkout': lazyPage(
    () => import(/* webpackChunkName: "page-cart" */ './features/checkout/checkout-page.tsx'),
  ),
  '/payment-success': lazyPage(
    () => import(/* webpackChunkName: "page-cart" */ './features/payment-success/payment-success-page.tsx'),
  ),
  '/payment-cancel': lazyPage(
    () => import(/* webpackChunkName: "page-cart" */ './features/payment-cancel/payment-cancel-page.tsx'),
  ),
};
