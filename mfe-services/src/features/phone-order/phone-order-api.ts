import { injectEndpoints, reading, requestAddress } from '@kinmel/web-kit';
import { type PhoneVariant, phonesAnswer } from './phone-options.rules.ts';

const category = 'smartphone,premiumsmartphones,galaxyproducts';
const perPage = 100;
/** When there are more phones, only the newest can be chosen. */
const maxPages = 5;

const pageAddress = (page: number) =>
  requestAddress({ url: '/api/products', params: { category, page, limit: perPage } });

export const phoneOrderApi = injectEndpoints((build) => ({
  listPhones: build.query<readonly PhoneVariant[], void>({
    queryFn: async (_nothing, _api, _extra, send) => {
      const phones: PhoneVariant[] = [];
      for (let page = 1, pages = 1; page <= Math.min(pages, maxPages); page += 1) {
        const { data, error } = await reading(send(pageAddress(page)), phonesAnswer);
        if (error) return { error };
        phones.push(...data.data);
        pages = data.pagination.totalPages;
      }
      return { data: phones };
    },
    providesTags: ['Product'],
  }),
}));
