import { lazyPage, type RemoteModule } from '@kinmel/web-kit';

/** Pages by path; each is a chunk. Names and access rules are in `remote.json`. */
export const pages: RemoteModule['pages'] = {
  '/login': lazyPage(() => import(/* webpackChunkName: "page-login" */ './features/login/login-page.tsx')),
  '/signup': lazyPage(
    () => import(/* webpackChunkName: "page-signup" */ './features/signup/signup-page.tsx'),
  ),
  '/forgetpassword': lazyPage(
    () =>
      import(
        /* webpackChunkName: "page-forgot-password" */ './features/forgot-password/forgot-password-page.tsx'
      ),
  ),
  '/resetpassword': lazyPage(
    () =>
      import(
        /* webpackChunkName: "page-reset-password" */ './features/reset-password/reset-password-page.tsx'
      ),
  ),
  '/orders': lazyPage(
    () => import(/* webpackChunkName: "page-orders" */ './features/orders/orders-page.tsx'),
  ),
  '/order': lazyPage(() => import(/* webpackChunkName: "page-order" */ './features/orders/order-page.tsx')),
  '/profile': lazyPage(
    () => import(/* webpackChunkName: "page-profile" */ './features/profile/profile-page.tsx'),
  ),
};
