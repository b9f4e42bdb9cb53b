import { defineRemote, getStore } from '@kinmel/web-kit';
import { cartApi } from './cart-api.ts';
import { pages } from './routes.tsx';

const preparePolicy = () => getStore().dispatch(cartApi.endpoints.getCartPolicy.initiate());

/** What the shell takes from this remote. */
export const remote = defineRemote({
  contract: 1,
  pages,
  prepare: { '/cart': preparePolicy, '/checkout': preparePolicy },
});

export default remote;
