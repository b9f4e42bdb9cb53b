import type { Figure } from '../measure/figure.ts';
import { startFloor } from '../measure/floor/floor.ts';
import { type Paint, paintOf, slowdown, staticCopy } from '../measure/painted-page.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { median } from '../measure/shot.ts';

const pairs = 3;

/** Row 15: what a new visitor with a phone sees, and when, over a static page of the same content. */
export async function firstPaint(shop: MeasuredShop): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const path of ['/', '/smartphone', `/productdetails?id=${shop.productIds[0] ?? ''}`]) {
    const floor = await startFloor(await staticCopy(shop.gatewayUrl, path));
    const shots: { shop: Paint; floor: Paint }[] = [];
    try {
      // A page that is kept: the first to ask for it has had it made.
      await fetch(new URL(path, shop.gatewayUrl));
      for (let tries = 0; shots.length < pairs; tries += 1) {
        if (tries === 2 * pairs) throw new Error(`${path} was not painted in time.`);
        const still = await paintOf(new URL(path, floor.url).href);
        const shot = { floor: still, shop: await paintOf(new URL(path, shop.gatewayUrl).href) };
        // A browser that had no time to tell of its largest paint has measured nothing.
        if (shot.floor.largestMs > 0 && shot.shop.largestMs > 0) shots.push(shot);
      }
    } finally {
      await floor.stop();
    }
    const ratios = (of: 'largestMs' | 'firstMs') => shots.map((shot) => shot.shop[of] / shot.floor[of]);
    const remark = (of: 'largestMs' | 'firstMs') =>
      `${shots.map((shot) => `${shot.shop[of].toFixed(0)}/${shot.floor[of].toFixed(0)}`).join(' ')} ms, shop/static page`;
    const floors = shots.map((shot) => shot.floor.largestMs);
    const isNoisy = Math.max(...floors) > 1.25 * Math.min(...floors);
    const name = path.split('?')[0];
    figures.push(
      {
        row: `15 largest paint, ${name}`,
        value: median(ratios('largestMs')),
        unit: 'ratio',
        gate: 1.5,
        goal: 1.2,
        isExact: false,
        isNoisy,
        remark: remark('largestMs'),
      },
      {
        row: `15 first paint, ${name}`,
        value: median(ratios('firstMs')),
        unit: 'ratio',
        gate: 1.5,
        goal: 1.1,
        isExact: false,
        isNoisy,
        remark: remark('firstMs'),
      },
      {
        row: `15 blocking time, ${name}`,
        value: median(shots.map((shot) => shot.shop.blockedMs - shot.floor.blockedMs)),
        unit: 'ms',
        gate: 150,
        goal: 30,
        isExact: false,
        isNoisy,
        remark: `more than the static page; ${shots.map((shot) => shot.shop.blockedMs.toFixed(0)).join(' ')} ms, processor slowed ${slowdown} times`,
      },
      {
        row: `15 layout shift, ${name}`,
        value: Math.max(...shots.map((shot) => shot.shop.shift)),
        unit: 'shift',
        gate: 0.01,
        goal: 0,
        isExact: false,
        remark: `the largest of ${pairs}`,
      },
    );
  }
  return figures;
}
