import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordRequests } from '@kinmel/testing/browser';
import type { Stack } from '@kinmel/tooling/stack';
import { openBrowser } from '../measure/browser.ts';
import type { Figure } from '../measure/figure.ts';
import { deployGenerated, sample, writeDeclaration, writeTinyRemote } from '../measure/generated-remotes.ts';

/** How many generated remotes' widgets each page shows. */
const uses = [0, 1, 3] as const;
const used = ['mfe-used-a', 'mfe-used-b', 'mfe-used-c'] as const;
const landing = 'mfe-places';
/** Two remotes may not have a widget of one name. */
const widgetOf = (name: string) => `greeting-${name.at(-1)}`;
const pathOf = (count: number) => `/places-${count}`;

const page = (count: number) => `
import { usePageTitle, Widget } from '@kinmel/web-kit';
export default function Places() {
  usePageTitle('Places');
  return <main><h1>Places</h1>${used
    .slice(0, count)
    .map((name) => `<Widget name="${name}/${widgetOf(name)}" />`)
    .join('')}</main>;
}
`;

const landingRemote = `
import { defineRemote, lazyPage } from '@kinmel/web-kit';
export const remote = defineRemote({
  contract: 1,
  pages: {
${uses.map((count) => `    '${pathOf(count)}': lazyPage(() => import(/* webpackChunkName: "page-places-${count}" */ './places-${count}.tsx')),`).join('\n')}
  },
});
export default remote;
`;

/** One page for each number of uses, and the remotes that they use. */
async function writeSources(folder: string): Promise<void> {
  for (const [index, name] of used.entries()) {
    await writeTinyRemote(folder, name, {
      widget: widgetOf(name),
      preloadOn: uses.filter((count) => index < count).map(pathOf),
    });
  }
  await mkdir(join(folder, landing, 'src'), { recursive: true });
  await cp(join(sample, 'package.json'), join(folder, landing, 'package.json'));
  await writeDeclaration(folder, landing, {
    pages: uses.map((count) => ({ path: pathOf(count), title: 'Places', chunk: `page-places-${count}` })),
    widgets: [],
  });
  await writeFile(join(folder, landing, 'src/remote.tsx'), landingRemote);
  for (const count of uses) await writeFile(join(folder, landing, 'src', `places-${count}.tsx`), page(count));
}

interface Visit {
  kilobytes: number;
  requests: number;
  stages: number;
}

/** Slope of a figure over the number of used remotes, by least squares. */
function slope(visits: readonly Visit[], figure: keyof Visit): number {
  const mean = (numbers: readonly number[]) =>
    numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const meanUse = mean(uses);
  const meanFigure = mean(visits.map((visit) => visit[figure]));
  const products = uses.map((use, index) => (use - meanUse) * ((visits[index]?.[figure] ?? 0) - meanFigure));
  const squares = uses.map((use) => (use - meanUse) ** 2);
  return mean(products) / mean(squares);
}

/**
 * Row 16: what a page's first view grows by for each remote whose widget it shows, measured on pages that show the
 * widgets of 0, 1 and 3 generated remotes.
 */
export async function usedRemotes(stack: Stack): Promise<Figure[]> {
  await deployGenerated(stack, [...used, landing], writeSources);
  const browser = await openBrowser();
  const visits: Visit[] = [];
  try {
    for (const count of uses) {
      const context = await browser.newContext();
      const tab = await context.newPage();
      const graph = await recordRequests(tab);
      const greetings = tab.getByText('Hello for');
      await tab.goto(`${stack.urls.shop}${pathOf(count)}`, { waitUntil: 'networkidle' });
      await tab.getByRole('heading', { name: 'Places' }).waitFor();
      for (let index = 0; index < count; index += 1) await greetings.nth(index).waitFor();
      if ((await greetings.count()) !== count)
        throw new Error(`${pathOf(count)} does not show its ${count} widgets.`);
      const code = graph.requests().filter(({ url }) => /\/remotes\/.*\.(js|css)$/.test(url));
      const ofUsed = code.filter(({ url }) => url.includes('/mfe-used-'));
      visits.push({
        kilobytes: ofUsed.reduce((sum, { transferredBytes }) => sum + transferredBytes, 0) / 1024,
        requests: ofUsed.length,
        stages: Math.max(...code.map(({ stage }) => stage)),
      });
      await context.close();
    }
  } finally {
    await browser.close();
  }
  const each = (figure: keyof Visit) => visits.map((visit) => Number(visit[figure].toFixed(1))).join(', ');
  const common = { isExact: true, remark: '' };
  return [
    {
      ...common,
      row: '16 used remote, bytes',
      value: slope(visits, 'kilobytes'),
      unit: 'KB',
      gate: 26,
      goal: 8,
      remark: `pages with the widgets of ${uses.join(', ')} generated remotes: ${each('kilobytes')} KB of their code over the wire in ${each('requests')} requests`,
    },
    {
      ...common,
      row: '16 used remote, dependent stages',
      value: slope(visits, 'stages'),
      unit: 'stages',
      gate: 2,
      goal: 0,
      remark: `the page's code ends at stage ${each('stages')}`,
    },
  ];
}
