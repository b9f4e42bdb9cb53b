import type { RepairBookingAnswer, RequestKind, ReturnAnswer, SellRequestAnswer } from '@kinmel/contracts';
import { phoneName, phoneVariant, type StaffRight } from '@kinmel/contracts/browser';
import { formatPrice } from '@kinmel/web-kit';
import { devicesApi } from '../devices/devices-api.ts';
import { isFound } from '../features/booking-orders/booking-orders.rules.ts';
import { checkoutOrdersApi } from '../features/checkout-orders/checkout-orders-api.ts';
import { useRights } from '../frame/use-rights.ts';
import type { FreshQueryOptions, ListReply } from '../lists/list-declaration.ts';
import { type KindWithPage, recordAddress, shortId } from '../lists/records/record-kinds.rules.ts';
import { variantOf } from '../products/product-answers.rules.ts';
import { productsApi } from '../products/products-api.ts';
import { type AnyRequest, requestsApi, useRequestPage } from '../requests/requests-api.ts';
import { customersOf } from './search.rules.ts';

/** A record in the results. */
interface FoundRecord {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly status?: string | undefined;
}
/** A list that is searched, by the request of its own page. */
interface SearchSource<Row> {
  readonly heading: string;
  readonly kind: KindWithPage;
  readonly rights: readonly [StaffRight, ...StaffRight[]];
  readonly usePage: (search: string, options: FreshQueryOptions) => ListReply<Row>;
  /** The rows that are results; all by default. */
  readonly matching?: (rows: readonly Row[], search: string) => readonly Row[];
  readonly resultOf: (row: Row) => Omit<FoundRecord, 'id'> & Partial<Pick<FoundRecord, 'id'>>;
}

export const shownPerKind = 5;

const source = <Row extends { readonly id: string }>(declaration: SearchSource<Row>) => ({
  heading: declaration.heading,
  useGroup: (search: string, isSearchable: boolean) => {
    const { heading, kind, rights, usePage, matching = (all) => all, resultOf } = declaration;
    const may = useRights();
    const skip = !isSearchable || !rights.every(may);
    const { currentData, error, isFetching, refetch } = usePage(search, {
      skip,
      refetchOnMountOrArgChange: true,
    });
    const rows = skip || error || !currentData ? [] : matching(currentData.rows, search);
    return {
      heading,
      kind,
      records: rows.slice(0, shownPerKind).map((row): FoundRecord => ({ id: row.id, ...resultOf(row) })),
      hasMore: rows.length > shownPerKind,
      hasFailed: !skip && error !== undefined,
      isFetching,
      refetch,
    };
  },
});

const requestSource = <Row extends AnyRequest>(
  kind: RequestKind,
  heading: string,
  right: StaffRight,
  textOf: (row: Row) => Pick<FoundRecord, 'title' | 'detail'>,
) =>
  source<Row>({
    heading,
    kind,
    rights: [right],
    usePage: (search, { skip }) => useRequestPage(kind, { page: 1, filters: {}, search }, skip),
    resultOf: (row) => ({ status: row.status, ...textOf(row) }),
  });

const joinTexts = (...texts: readonly (string | null | undefined)[]) => texts.filter(Boolean).join(', ');

const useOrders = (search: string, options: FreshQueryOptions) =>
  checkoutOrdersApi.useListCheckoutOrdersQuery({ page: 1, search }, options);

/** Everything that is searched, in the order of the results. */
export const searchSources = [
  source({
    heading: 'Orders',
    kind: 'order',
    rights: ['orders.see'],
    usePage: useOrders,
    resultOf: ({ orderNumber, customerDetails, pricing, orderStatus }) => ({
      title: orderNumber,
      detail: joinTexts(customerDetails.name, formatPrice(pricing.total)),
      status: orderStatus,
    }),
  }),
  source({
    heading: 'Devices',
    kind: 'device',
    rights: ['devices.see'],
    usePage: (search, options) =>
      devicesApi.useListDevicesQuery({ page: 1, place: undefined, search }, options),
    resultOf: (device) => ({
      title: phoneName(device),
      detail: joinTexts(phoneVariant(device), ...device.identifiers.map(({ lastFour }) => `…${lastFour}`)),
      status: device.place,
    }),
  }),
  requestSource<SellRequestAnswer>('sell-request', 'Sell requests', 'requests.see', (request) => ({
    title: phoneName(request),
    detail: joinTexts(request.fullName, shortId(request.id)),
  })),
  requestSource<RepairBookingAnswer>(
    'repair-booking',
    'Repair bookings',
    'requests.see',
    ({ id, model, name }) => ({ title: model, detail: joinTexts(name, shortId(id)) }),
  ),
  source({
    heading: 'Phone orders',
    kind: 'phone-order',
    rights: ['requests.see'],
    // The endpoint answers the whole list, which is searched here, as by its page.
    usePage: (_search, options) => requestsApi.useListPhoneOrdersQuery(undefined, options),
    matching: (rows, search) => rows.filter((row) => isFound(row, { search, filters: {} })),
    resultOf: ({ id, model, name, status }) => ({
      title: model,
      detail: joinTexts(name, shortId(id)),
      status,
    }),
  }),
  requestSource<ReturnAnswer>('return', 'Returns', 'returns.see', ({ orderNumber, name, lines }) => ({
    title: orderNumber,
    detail: joinTexts(name, ...lines.map((line) => line.name)),
  })),
  // No endpoint lists customers: they are found by their orders.
  source({
    heading: 'Customers',
    kind: 'credit',
    rights: ['orders.see', 'credit.see'],
    usePage: useOrders,
    matching: customersOf,
    resultOf: ({ userId: id, customerDetails: { name, email, phone } }) => ({
      id,
      title: name,
      detail: joinTexts(email, phone),
    }),
  }),
  source({
    heading: 'Products',
    kind: 'product',
    rights: ['products.see'],
    usePage: (search, options) =>
      productsApi.useListAdminProductsQuery({ search, page: 1, limit: shownPerKind + 1 }, options),
    resultOf: (product) => ({
      title: product.name,
      detail: joinTexts(variantOf(product), formatPrice(product.price)),
    }),
  }),
];

/** Where a record is opened. Who may not change a product reads it in the list. */
export function useFoundAddress() {
  const may = useRights();
  return (kind: KindWithPage, { id, title }: Pick<FoundRecord, 'id' | 'title'>): string =>
    kind === 'product' && !may('products.change')
      ? `/products?${new URLSearchParams({ search: title })}`
      : recordAddress({ kind, id });
}
