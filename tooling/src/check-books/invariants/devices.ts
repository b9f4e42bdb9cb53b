import { type Books, type Device, isCancelled, type Order, type Product } from '../books.ts';
import type { Invariant } from '../report.ts';
import { devices, invariantsOf } from './about.ts';

const withDevices = ({ products }: Books) =>
  products.filter(({ hasDevices, deletedAt }) => hasDevices === true && !deletedAt);

/** A product that is a device on sale. */
const isForSale = ({ device, deletedAt, isAvailable, stock }: Product): boolean =>
  device !== undefined && !deletedAt && isAvailable && stock === 1;

/** Whether its buyer has sold it back to the shop since this order. */
const isBoughtBack = ({ history }: Device, { createdAt }: Order): boolean =>
  history.some(({ from, to, at }) => from === 'sold' && to === 'received' && at > createdAt);

/** The orders of each device that are not cancelled, and in which it was neither returned nor sold back. */
function holdersOf({ placed, requests, devices }: Books): ReadonlyMap<string, readonly Order[]> {
  const devicesById = new Map(devices.map((device) => [device._id, device]));
  const returned = new Set(
    requests
      .filter(({ kind, status }) => kind === 'returns' && status === 'settled')
      .flatMap(({ orderId, lines = [] }) => lines.map(({ productId }) => `${orderId} ${productId}`)),
  );
  const heldDevices = [...placed.values()]
    .filter((order) => !isCancelled(order))
    .flatMap((order) => order.lines.map(({ productId }) => ({ order, productId })))
    .filter(({ order, productId }) => {
      const device = devicesById.get(productId);
      return device && !returned.has(`${order._id} ${productId}`) && !isBoughtBack(device, order);
    });
  const byDevice = Map.groupBy(heldDevices, ({ productId }) => productId);
  return new Map([...byDevice].map(([id, sales]) => [id, sales.map(({ order }) => order)]));
}

/** The numbers of a sell request that were looked up in the register of stolen phones. */
interface LookedUpNumbers {
  readonly _id: string;
  readonly imeis?: readonly { readonly blocklist: string; readonly askedAt: Date | null }[];
}

const firstListingTime = (imeis: NonNullable<LookedUpNumbers['imeis']>): Date | undefined =>
  imeis
    .flatMap(({ blocklist, askedAt }) => (blocklist === 'listed' && askedAt ? [askedAt] : []))
    .sort((entry, other) => entry.getTime() - other.getTime())[0];

function* duplicates(
  devices: readonly Device[],
  name: string,
  keysOf: (device: Device) => readonly string[],
) {
  const all = devices.flatMap((device) => keysOf(device).map((key) => ({ key, id: device._id })));
  for (const [key, records] of Map.groupBy(all, (entry) => entry.key))
    if (records.length > 1)
      yield `${records.map(({ id }) => id).join(' and ')} have one ${name}, ${key.slice(0, 8)}`;
}

const productsWithDevices = invariantsOf('products with devices', withDevices);

export const deviceInvariants: readonly Invariant[] = [
  devices.each('I-44', 'a device is in one place, which follows from its history', function* (device) {
    const { _id, place, history, orderId, sale } = device;
    let placeBefore: string | null = null;
    for (const { from, to } of history) {
      if (from !== placeBefore) yield `${_id} went from ${from} to ${to}, and was ${placeBefore}`;
      placeBefore = to;
    }
    if (placeBefore !== place) yield `${_id} is ${place}, and its last step leads to ${placeBefore}`;
    if (['sold', 'awaited'].includes(place) !== (orderId !== null))
      yield `${_id} is ${place}, its order is ${orderId}`;
    if (['for-sale', 'sold'].includes(place) !== (sale !== null))
      yield `${_id} is ${place}, its product is ${sale?.productId ?? null}`;
  }),
  productsWithDevices.all(
    'I-45',
    'a product with devices counts those that can be bought: exactly those that are for sale',
    function* (books) {
      const forSale = books.products.filter(isForSale);
      const pieces = Map.groupBy(forSale, ({ device }) => device?.ofProductId ?? '');
      for (const { _id, stock } of withDevices(books)) {
        const count = pieces.get(_id)?.length ?? 0;
        if (stock !== count) yield `${_id} has ${stock} pieces, and ${count} devices can be bought`;
      }
      const places = new Map(books.devices.map(({ _id, place }) => [_id, place]));
      for (const { _id } of forSale)
        if (places.get(_id) !== 'for-sale') yield `${_id} can be bought, and is ${places.get(_id)}`;
      const products = new Map(books.products.map((product) => [product._id, product]));
      const isShown = (product: Product | undefined) => product?.isAvailable === true && !product.deletedAt;
      const holders = holdersOf(books);
      for (const { _id, place, sale } of books.devices) {
        // A device that an order already holds is being sold.
        if (place !== 'for-sale' || holders.has(_id)) continue;
        const product = products.get(_id);
        const isHeld = (product?.reservations ?? []).length > 0;
        if (!isShown(product) || (product?.stock !== 1 && !isHeld))
          yield `${_id} is for sale, and cannot be bought`;
        if (!isShown(products.get(sale?.productId ?? '')))
          yield `${_id} is for sale, and its product ${sale?.productId} is not`;
      }
    },
  ),
  devices.all(
    'I-46',
    'a sold device is one line of one order that is neither cancelled nor returned, and no other is',
    function* (books) {
      const holders = holdersOf(books);
      for (const { _id, place, orderId } of books.devices) {
        const orderIds = (holders.get(_id) ?? []).map((order) => order._id).join();
        const expected = place === 'sold' ? orderId : '';
        if (orderIds !== expected)
          yield `${_id} is ${place} in "${expected}", and orders have it: "${orderIds}"`;
      }
    },
  ),
  devices.all(
    'I-47',
    'no two devices have one number or came with one sell request',
    function* ({ devices }) {
      yield* duplicates(devices, 'number', ({ identifiers }) => identifiers.map(({ hash }) => hash));
      yield* duplicates(devices, 'sell request', ({ sellRequest }) => [sellRequest.id]);
    },
  ),
  devices.all(
    'I-60',
    'a phone that the register of stolen phones lists was bought only after a person confirmed it',
    async function* ({ devices, read }) {
      const requests = await read<LookedUpNumbers>('device', 'offers');
      const listedSince = new Map(requests.map(({ _id, imeis = [] }) => [_id, firstListingTime(imeis)]));
      for (const { _id, purchase, history, sellRequest } of devices) {
        const since = listedSince.get(sellRequest.id);
        const received = history.findLastIndex(({ to }) => to === 'received');
        const inspected = history.slice(received).find(({ to }) => to === 'inspected');
        if (purchase !== 'agreed' || !since || !inspected || inspected.at < since) continue;
        if (!inspected.note.startsWith('Confirmed although it is listed as stolen: '))
          yield `${_id} was bought, is listed as stolen since ${since.toISOString()}, and nobody confirmed it`;
      }
    },
  ),
];
