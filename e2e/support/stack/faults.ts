import type { FailureCase } from '@kinmel/tooling/failure-budget';
import type { Page, Route } from '@playwright/test';
import { type Alteration, whileAltered } from './deploy.ts';
import { type StackPart, whileDown } from './stack-control.ts';

/** Runs `work` while the part fails, and then does on the page what makes it work again. */
type During = (page: Page, part: string, work: () => Promise<void>) => Promise<void>;

const retryButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' }).first();

/** Answers requests for files of the remote that match. */
const answered =
  (file: string, answer: (route: Route) => Promise<void>): During =>
  async (page, remote, work) => {
    const files = `**/remotes/${remote}/**/${file}`;
    await page.context().route(files, answer);
    await work();
    await page.context().unroute(files);
    await retryButton(page).click();
  };

/** Has a version with the fault in the registry. */
const deployed =
  (alterationOf: (remote: string) => Alteration): During =>
  async (page, remote, work) => {
    await whileAltered(remote, alterationOf(remote), work);
    await page.reload();
  };

const throwsFirst = (code: string) => `throw new Error('planted');${code}`;

/** Code that wraps every page and widget of a remote; it has no import of React. */
const wrapModule = (body: string) => `(loaded, { useEffect, createElement }) => {
  const wrap = (Own) => Object.assign(function Planted(props) { ${body}; return createElement(Own, props); }, Own);
  const { remote } = loaded;
  if (!remote) return { ...loaded, default: wrap(loaded.default) };
  const pages = Object.entries(remote.pages).map(([path, Page]) => [path, wrap(Page)]);
  return { remote: { ...remote, pages: Object.fromEntries(pages) } };
}`;

/** Replaces the federation container; React comes from the host. */
const wrapEntry = (remote: string, body: string) => (code: string) =>
  `${code}
;(() => {
  const { get, init } = ${remote.replaceAll('-', '_')};
  let shared;
  ${remote.replaceAll('-', '_')} = {
    init: (scope, ...rest) => { shared = scope; return init(scope, ...rest); },
    get: async (name) => {
      const factory = await get(name);
      const react = (await Object.values(shared.react)[0].get())();
      return () => (${wrapModule(body)})(factory(), react);
    },
  };
})();`;

const wrapServer = (body: string) => (code: string) =>
  `${code}
;for (const [name, load] of Object.entries(module.exports.modules))
  module.exports.modules[name] = () => (${wrapModule(body)})(load(), require('react'));`;

const throws = "throw new Error('planted')";

/** Every fault of the failure budget by its name. */
export const faults: Readonly<Record<FailureCase['fault'], During>> = {
  missing: answered('*', (route) => route.fulfill({ status: 404, body: '' })),
  hanging: answered('*', async () => {}),
  'throwing at start': deployed(() => ({ entry: throwsFirst, server: throwsFirst })),
  'throwing while rendered': deployed((remote) => ({
    entry: wrapEntry(remote, throws),
    server: wrapServer(throws),
  })),
  'throwing in an effect': deployed((remote) => ({
    entry: wrapEntry(remote, `useEffect(() => { ${throws}; })`),
  })),
  'one byte changed': answered('*.js', async (route) => {
    const response = await route.fetch();
    const bytes = await response.body();
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await route.fulfill({ response, body: bytes });
  }),
  'without styles': answered('*.css', (route) => route.fulfill({ status: 404, body: '' })),
  'HTML in place of JavaScript': answered('*.js', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Sign in to the network</title>' }),
  ),
  'of another contract number': deployed(() => ({ declaration: { contractVersion: 2 } })),
  down: async (_page, part, work) => whileDown(part as StackPart, work),
};
