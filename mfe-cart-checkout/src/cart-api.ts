import { api } from '@kinmel/web-kit';
import { type CartPolicy, readPolicy } from './cart/policy.rules.ts';

/** Every request of the cart's pages. The cart itself lives in the browser only (CART-45). */
export const cartApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The record that shipping, tax and the four promises come from (decision CONF-06). */
    getCartPolicy: build.query<CartPolicy, void>({
      queryFn: async (_nothing, _api, _extra, send) => {
        const { data, error } = await send('/api/policy');
        if (error) return { error };
        const policy = readPolicy(data);
        return policy ? { data: policy } : { error: { status: 'CUSTOM_ERROR', error: 'shape' } };
      },
      providesTags: ['Policy'],
    }),
  }),
});

export const { useGetCartPolicyQuery } = cartApi;
