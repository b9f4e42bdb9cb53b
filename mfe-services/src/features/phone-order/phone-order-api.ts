import { injectEndpoints, reading, requestAddress } from '@kinmel/web-kit';
import { type Submitted, submitting } from '../../requests/submitted.ts';
import { type PhoneVariant, readPhones } from './phone-options.rules.ts';

const phoneCategories = 'smartphone,premiumsmartphones,galaxyproducts';
const perPage = 100;
/** Of more phones than that the newest can be chosen. */
const mostPages = 5;

const pageAddress = (page: number) =>
  requestAddress({ url: '/api/products', params: { category: phoneCategories, page, limit: perPage } });

/** The requests of the page that orders a new phone. */
export const phoneOrderApi = injectEndpoints((build) => ({
  /** The phones of the catalogue. */
  listPhones: build.query<readonly PhoneVariant[], void>({
    queryFn: async (_nothing, _api, _extra, send) => {
      const phones: PhoneVariant[] = [];
      for (let page = 1, pages = 1; page <= Math.min(pages, mostPages); page += 1) {
        const { data, error } = await reading(send(pageAddress(page)), readPhones);
        if (error) return { error };
        phones.push(...data.phones);
        pages = data.totalPages;
      }
      return { data: phones };
    },
    providesTags: ['Product'],
  }),
  /** The key makes it safe to send again. */
  orderPhone: build.mutation<Submitted, { key: string; body: string }>({
    queryFn: (call, _api, _extra, send) => submitting(send, { url: '/api/admin/phone-orders', ...call }),
  }),
}));

export const { useListPhonesQuery, useOrderPhoneMutation } = phoneOrderApi;
