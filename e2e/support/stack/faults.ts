import type { FailureCase } from '@kinmel/tooling/failure-budget';
import type { Page, Route } from '@playwright/test';
import { type Alteration, whileAltered } from './deploy.ts';
import { type StackPart, whileDown } from './stack-control.ts';

/** Runs `work` while the part fails, and then recovers the page as a visitor does. */
type FaultRun = (page: Page, part: string, work: () => Promise<void>) => Promise<void>;

const retryButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' }).first();

/** Answers the requests for matching files of the remote. */
const answerFiles =
  (file: string, answer: (route: Route) => Promise<void>): FaultRun =>
  async (page, remote, work) => {
    const files = `**/remotes/${remote}/**/${file}`;
    await page.context().route(files, answer);
    await work();
    await page.context().unroute(files);
    await retryButton(page).click();
  };

/** Runs `work` while a version with the fault is active. */
const deployVersion =
  (alterationOf: (remote: string) => Alteration): FaultRun =>
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

const throwStatement = "throw new Error('planted')";

/** Every fault of the failure budget by its name. */
export const faults: Readonly<Record<FailureCase['fault'], FaultRun>> = {
  missing: answerFiles('*', (route) => route.fulfill({ status: 404, body: '' })),
  hanging: answerFiles('*', async () => {}),
  'throwing at start': deployVersion(() => ({ entry: throwsFirst, server: throwsFirst })),
  'throwing while rendered': deployVersion((remote) => ({
    entry: wrapEntry(remote, throwStatement),
    server: wrapServer(throwStatement),
  })),
  'throwing in an effect': deployVersion((remote) => ({
    entry: wrapEntry(remote, `useEffect(() => { ${throwStatement}; })`),
  })),
  'one byte changed': answerFiles('*.js', async (route) => {
    const response = await route.fetch();
    const bytes = await response.body();
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await route.fulfill({ response, body: bytes });
  }),
  'without styles': answerFiles('*.css', (route) => route.fulfill({ status: 404, body: '' })),
  'HTML in place of JavaScript': answerFiles('*.js', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Sign in to the network</title>' }),
  ),
  'of another contract number': deployVersion(() => ({ declaration: { contractVersion: 2 } })),
  down: async (_page, part, work) => whileDown(part as StackPart, work),
};
