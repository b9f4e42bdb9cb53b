import type { remoteFaultNames } from '@kinmel/tooling/failure-budget';
import type { Page, Route } from '@playwright/test';
import { type Alteration, deployAltered } from './deploy.ts';

/** Begins a fault of a remote; resolves with the function that ends it. */
type Begin = (page: Page, remote: string) => Promise<() => Promise<void>>;

/** Answers requests for files of the remote that match. */
const answered =
  (file: string, answer: (route: Route) => Promise<void>): Begin =>
  async (page, remote) => {
    const files = `**/remotes/${remote}/**/${file}`;
    await page.route(files, answer);
    return () => page.unroute(files);
  };

/** Deploys a version with the fault and goes back afterwards. */
const deployed =
  (alterationOf: (remote: string) => Alteration): Begin =>
  async (_page, remote) =>
    deployAltered(remote, alterationOf(remote));

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
export const remoteFaults: Readonly<Record<(typeof remoteFaultNames)[number], Begin>> = {
  missing: answered('*', (route) => route.fulfill({ status: 404, body: '' })),
  hanging: answered('*', async () => {}),
  'throwing at start': deployed(() => ({ entry: throwsFirst, server: throwsFirst })),
  'throwing while drawn': deployed((remote) => ({
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
};
