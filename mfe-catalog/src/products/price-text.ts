import type { Product } from '@kinmel/contracts';
import { formatPrice } from '@kinmel/web-kit';

/** The price of a product, or of the cheapest of its devices: "from NPR 50,000". */
export const priceText = ({ price, hasDevices }: Pick<Product, 'price' | 'hasDevices'>): string =>
  hasDevices ? `from ${formatPrice(price)}` : formatPrice(price);
