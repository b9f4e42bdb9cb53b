import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { bundleProgram, inBrowser } from './measure/browser.ts';
import type { Figure } from './measure/figure.ts';
import type { MeasuredShop } from './measure/shop.ts';

const brotli = promisify(brotliCompress);

async function brotliBytes(text: string | Uint8Array): Promise<number> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return (await brotli(text, { params })).length;
}

/** Minimal app with the same libraries: the router's documented setup, one request, no shop code. */
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

/**
 * Scripts and styles that a page loads for a new visitor, in bytes transferred, including response headers. An inline
 * style counts as a file.
 */
interface PageLoad {
  readonly path: string;
  readonly scriptBytes: number;
  readonly styleBytes: number;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  /** Remotes whose scripts were loaded. */
  readonly remotes: readonly string[];
}

/** Loads a page in a fresh browser and waits for network idle. */
export function loadPage(gatewayUrl: string, path: string): Promise<PageLoad> {
  const address = new URL(path, gatewayUrl).href;
  return inBrowser(async (browser) => {
    // Warms up server rendering: the first request may get an empty page.
    await (await browser.newPage()).goto(address, { waitUntil: 'networkidle' });
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const sizes: Promise<{ path: string; bytes: number }>[] = [];
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url());
      // A preload of a script has another resource type.
      if (!['script', 'stylesheet'].includes(request.resourceType()) && !/\.(js|css)$/.test(pathname)) return;
      sizes.push(
        request.sizes().then(({ responseBodySize, responseHeadersSize }) => ({
          path: pathname,
          // A preloaded file is reported a second time, with 0 bytes.
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

/** Aim of row 13, as a multiple of the minimal bundle. */
const aimedRatio = 1.65;

/** Measures home, list and product page. */
export async function firstLoadBytes(
  gatewayUrl: string,
  productId: string,
): Promise<(PageLoad & { ratio: number })[]> {
  const floor = await brotliBytes(await bundleProgram(minimalProgram));
  const loads: (PageLoad & { ratio: number })[] = [];
  for (const path of ['/', '/smartphone', `/productdetails?id=${productId}`]) {
    const load = await loadPage(gatewayUrl, path);
    loads.push({ ...load, ratio: (load.scriptBytes + load.styleBytes) / floor });
  }
  return loads;
}

/** Row 13: JavaScript and CSS of a new visitor's first page, relative to a minimal app with the same libraries. */
export async function firstLoad(shop: MeasuredShop): Promise<Figure[]> {
  const loads = await firstLoadBytes(shop.gatewayUrl, shop.productIds[0] ?? '');
  return loads.map(({ path, ratio, scriptBytes, styleBytes, files }) => ({
    row: `13 first-load bytes, ${path.split('?')[0]}`,
    value: ratio,
    unit: 'ratio',
    goal: aimedRatio,
    remark: `${scriptBytes} bytes of JavaScript, ${styleBytes} of CSS in ${files.length} files, brotli, with the headers of each file`,
  }));
}
