import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { bundleProgram, inBrowser } from './measure/browser.ts';

const brotli = promisify(brotliCompress);

async function brotliBytes(text: string | Uint8Array): Promise<number> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return (await brotli(text, { params })).length;
}

/**
 * The least that an app of these libraries can be: the router as its documents set it up, one request, nothing of
 * the shop. It is the program behind the 112.6 KB that the limit was set by.
 */
const minimalProgram = `
import { configureStore } from '@reduxjs/toolkit';
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query/react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, Link, RouterProvider } from 'react-router-dom';
const api = createApi({
  baseQuery: fetchBaseQuery({ baseUrl: '/' }),
  endpoints: (build) => ({ products: build.query({ query: () => 'api/products' }) }),
});
const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer },
  middleware: (getDefault) => getDefault().concat(api.middleware),
});
function Page() {
  const { data } = api.useProductsQuery();
  return <p><Link to="/">{String(data)}</Link></p>;
}
const router = createBrowserRouter([{ path: '*', element: <Page /> }]);
createRoot(document.body).render(<Provider store={store}><RouterProvider router={router} /></Provider>);
`;

/** Bytes of that program, minified and at brotli's best, built now: the floor that a page is divided by. */
export async function minimalBundleBytes(): Promise<number> {
  return brotliBytes(await bundleProgram(minimalProgram));
}

/**
 * What one page made a new visitor's browser fetch, in bytes as transferred, the headers of each file with it. A style that stands
 * in the HTML counts like a file of its own.
 */
export interface PageLoad {
  readonly path: string;
  readonly scriptBytes: number;
  readonly styleBytes: number;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** Remotes of which a script came, by name. */
  readonly remotes: readonly string[];
}

/** Opens a page in a fresh browser and waits until nothing more comes. */
export function loadPage(gatewayUrl: string, path: string): Promise<PageLoad> {
  const address = new URL(path, gatewayUrl).href;
  return inBrowser(async (browser) => {
    // The first visitor of a page may get it before the server has drawn it; the second gets what all others get.
    await (await browser.newPage()).goto(address, { waitUntil: 'networkidle' });
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const sizes: Promise<{ path: string; bytes: number }>[] = [];
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url());
      // A preload of a script has the resource type of what it is for.
      if (!['script', 'stylesheet'].includes(request.resourceType()) && !/\.(js|css)$/.test(pathname)) return;
      sizes.push(
        request.sizes().then(({ responseBodySize, responseHeadersSize }) => ({
          path: pathname,
          // What a preload has fetched comes a second time with no bytes.
          bytes: responseBodySize === 0 ? 0 : responseBodySize + responseHeadersSize,
        })),
      );
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    const styles = await page.$$eval('style[data-href]', (elements) =>
      elements.map((style) => ({ name: style.getAttribute('data-href'), text: style.textContent })),
    );
    for (const { name, text } of styles)
      sizes.push(brotliBytes(text).then((bytes) => ({ path: `${path}#${name}`, bytes })));
    const files = (await Promise.all(sizes)).filter(({ bytes }) => bytes > 0);
    const sum = (isStyle: boolean) =>
      files
        .filter((file) => file.path.endsWith('.css') === isStyle)
        .reduce((total, { bytes }) => total + bytes, 0);
    const remotes = files.flatMap((file) => /^\/remotes\/([^/]+)\/.*\.js$/.exec(file.path)?.[1] ?? []);
    return {
      path,
      scriptBytes: sum(false),
      styleBytes: sum(true),
      files,
      remotes: [...new Set(remotes)],
    };
  });
}

/** The limit of row 13 for each page, as a multiple of the minimal bundle. */
export const highestRatio = 1.65;

/** Measures home, list and product page against the minimal bundle. */
export async function firstLoadBytes(
  gatewayUrl: string,
  productId: string,
): Promise<(PageLoad & { ratio: number })[]> {
  const floor = await minimalBundleBytes();
  const loads: (PageLoad & { ratio: number })[] = [];
  for (const path of ['/', '/smartphone', `/productdetails?id=${productId}`]) {
    const load = await loadPage(gatewayUrl, path);
    loads.push({ ...load, ratio: (load.scriptBytes + load.styleBytes) / floor });
  }
  return loads;
}
