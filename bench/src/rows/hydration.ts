import type { Figure } from '../measure/figure.ts';
import { startFloor } from '../measure/floor/floor.ts';
import { bareReactCopy, paintOf, slowdown } from '../measure/painted-page.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { median } from '../measure/shot.ts';

const pairs = 3;

/** Row 15, long tasks: what holds the product page of a new visitor, over a bare React page with the same elements. */
export async function hydration(shop: MeasuredShop): Promise<Figure[]> {
  const path = `/productdetails?id=${shop.productIds[0] ?? ''}`;
  const bare = await startFloor(await bareReactCopy(shop.gatewayUrl, path));
  try {
    await fetch(new URL(path, shop.gatewayUrl));
    const shots: { shop: number; bare: number }[] = [];
    for (let pair = 0; pair < pairs; pair += 1) {
      const still = await paintOf(new URL(path, bare.url).href);
      const own = await paintOf(new URL(path, shop.gatewayUrl).href);
      shots.push({ bare: still.longTasksMs, shop: own.longTasksMs });
    }
    const floors = shots.map((shot) => shot.bare);
    return [
      {
        row: '15 long tasks, /productdetails',
        value: median(shots.map((shot) => shot.shop / shot.bare)),
        unit: 'ratio',
        gate: 1.5,
        goal: 1.2,
        isExact: false,
        isNoisy: Math.max(...floors) > 1.25 * Math.min(...floors),
        remark: `${shots.map((shot) => `${shot.shop.toFixed(0)}/${shot.bare.toFixed(0)}`).join(' ')} ms, shop/bare React page of the same elements, processor slowed ${slowdown} times`,
      },
    ];
  } finally {
    await bare.stop();
  }
}
