import { defineRemote, getStore } from '@kinmel/web-kit';
import { cartApi } from './cart-api.ts';
import { pages } from './routes.tsx';

const preparePolicy = () => getStore().dispatch(cartApi.endpoints.getCartPolicy.initiate());

export const remote = defineRemote({
  contract: 1,
  pages,
  prepare: { '/cart': preparePolicy, '/checkout': preparePolicy },
});

export default remote;
