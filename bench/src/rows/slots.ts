import type { Figure } from '../measure/figure.ts';
import type { MeasuredShop } from '../measure/shop.ts';
import { compare } from '../measure/shot.ts';
import { coldProducts } from './product-reads.ts';

const connections = 50;
const durationMs = 4000;
const daysAhead = 85;
const dayMs = 86_400_000;

/** Days of the coming weeks on which the shop repairs; on the others nothing has to be looked up. */
async function repairDays({ gatewayUrl }: MeasuredShop): Promise<string[]> {
  const days = Array.from({ length: daysAhead }, (_, index) =>
    new Date(Date.now() + (index + 1) * dayMs).toISOString().slice(0, 10),
  );
  const isOpen = await Promise.all(
    days.map(async (day) => {
      const answer = await fetch(`${gatewayUrl}/api/bookings/slots?date=${day}`);
      const { data } = (await answer.json()) as { data: { slots: unknown[] } };
      return data.slots.length > 0;
    }),
  );
  const open = days.filter((_, index) => isOpen[index]);
  if (open.length === 0) throw new Error('There is no day with free half hours.');
  return open;
}

/** The nth spelling of a text in an address: each character as it stands or by its number. The gateway keeps an answer by its spelling. */
export const spelled = (text: string, nth: number): string =>
  text.replace(/./g, (character, at: number) =>
    (nth >> at) & 1 ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : character,
  );

/** Every day in a thousand spellings, and all days in one spelling before any comes in the next. */
function coldSlots(days: readonly string[]): string[] {
  const spellings = 2 ** 'YYYY-MM-DD'.length;
  return Array.from({ length: spellings }, (_, nth) => nth).flatMap((nth) =>
    days.map((day) => `/api/bookings/slots?date=${spelled(day, nth)}`),
  );
}

/** Row 2 for service-request: a day's half hours beside a product, both through the gateway and none of them kept. */
export async function slots(shop: MeasuredShop): Promise<Figure[]> {
  const load = { baseUrl: shop.gatewayUrl, isOneList: true, connections, durationMs };
  const { medianRatio, ratios, isNoisy, floorCpuMs, measuredCpuMs, measured } = await compare(
    { load: { ...load, paths: coldSlots(await repairDays(shop)) }, pids: shop.serverPids },
    { load: { ...load, paths: await coldProducts(shop) }, pids: shop.serverPids },
  );
  return [
    {
      row: '2 slots of a day beside a product by id, cold',
      value: medianRatio,
      unit: 'ratio',
      goal: 1.5,
      isExact: false,
      isNoisy,
      remark: `${measuredCpuMs.toFixed(3)} ms of all processes, the product ${floorCpuMs.toFixed(3)} ms, pairs ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}, p99 ${measured.map((shot) => shot.p99Ms).join(' ')} ms`,
    },
  ];
}
