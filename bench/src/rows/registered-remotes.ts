import type { Stack } from '@kinmel/tooling/stack';
import type { Figure } from '../measure/figure.ts';
import { record } from '../measure/floor/floor.ts';
import { deployGenerated, writeTinyRemote } from '../measure/generated-remotes.ts';

/** Each with a name, a title and a widget of its own, and so with files and hashes of its own: copies of one would compress to nothing. */
const remotes = [
  { name: 'mfe-gift-cards', title: 'Gift cards', widget: 'balance' },
  { name: 'mfe-trade-in', title: 'Trade in', widget: 'value-of-yours' },
  { name: 'mfe-store-finder', title: 'Stores near you', widget: 'nearest-store' },
  { name: 'mfe-reviews', title: 'What others say', widget: 'stars' },
  { name: 'mfe-loyalty', title: 'Points', widget: 'points-badge' },
  { name: 'mfe-help', title: 'Help and answers', widget: 'ask-us' },
  { name: 'mfe-compare', title: 'Compare', widget: 'add-to-comparison' },
  { name: 'mfe-jobs', title: 'Work with us', widget: 'open-places' },
  { name: 'mfe-journal', title: 'Journal', widget: 'latest-story' },
  { name: 'mfe-insurance', title: 'Insure a phone', widget: 'monthly-price' },
] as const;

async function htmlBytes(stack: Stack): Promise<number> {
  const [page] = await record(`http://127.0.0.1:${stack.ports.gateway}`, ['/']);
  return page?.body.length ?? 0;
}

/** Row 16: what the home page's HTML grows by, brotli, for each registered remote that it does not show. */
export async function registeredRemotes(stack: Stack): Promise<Figure> {
  const before = await htmlBytes(stack);
  await deployGenerated(
    stack,
    remotes.map(({ name }) => name),
    async (folder) => {
      for (const { name, ...parts } of remotes) await writeTinyRemote(folder, name, parts);
    },
  );
  const after = await htmlBytes(stack);
  return {
    row: '16 registered remote that the page does not use',
    value: (after - before) / remotes.length / 1024,
    unit: 'KB',
    gate: 1,
    goal: 0.3,
    isExact: true,
    remark: `HTML of home, brotli: ${before} bytes, ${after} with ${remotes.length} more remotes, all different; 0 bytes of their JavaScript (e2e/counts)`,
  };
}
