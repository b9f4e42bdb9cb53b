import { firstLoadBytes, highestRatio } from '../first-load-bytes.ts';
import type { Figure } from '../measure/figure.ts';
import type { MeasuredShop } from '../measure/shop.ts';

/** Row 13: JavaScript and CSS of a new visitor's first page over the least program of the same libraries. */
export async function firstLoad(shop: MeasuredShop): Promise<Figure[]> {
  const loads = await firstLoadBytes(shop.gatewayUrl, shop.productIds[0] ?? '');
  return loads.map(({ path, ratio, scriptBytes, styleBytes, files }) => ({
    row: `13 first-load bytes, ${path.split('?')[0]}`,
    value: ratio,
    unit: 'ratio',
    goal: highestRatio,
    remark: `${scriptBytes} bytes of JavaScript, ${styleBytes} of CSS in ${files.length} files, brotli, with the headers of each file`,
  }));
}
