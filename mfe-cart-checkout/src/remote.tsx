import { defineRemote, getStore } from '@kinmel/web-kit';
import { cartApi } from './cart-api.ts';
import { pages } from './routes.tsx';

/** What the shell takes from this remote. */
export const remote = defineRemote({
  contract: 1,
  pages,
  prepare: {
    '/cart': () => getStore().dispatch(cartApi.endpoints.getCartPolicy.initiate()),
  },
});

export default remote;
