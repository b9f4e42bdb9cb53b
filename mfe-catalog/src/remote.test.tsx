import { remoteDeclarationSchema } from '@kinmel/contracts';
import { aPolicy, aProduct, productId, productListAnswer, renderPage } from '@kinmel/testing/page';
import { withWidths } from '@kinmel/ui/widths';
import { act } from '@testing-library/react';
import declaration from '../remote.json' with { type: 'json' };
import { heroArt } from './art/art.ts';
import { heroSizes } from './features/home/home-page.tsx';
import { stageSizes } from './features/product-details/gallery.tsx';
import { filterParameters, noFilters } from './filters/product-filters.rules.ts';
import { cardPictureSizes } from './products/list/product-card.tsx';
import { remote } from './remote.tsx';

const { pages, widgets } = remoteDeclarationSchema.parse(declaration);

/** The declared requests of a page for a URL, as the gateway expands them. */
function declaredRequests(path: string, query: string): string[] {
  const parameters = new URLSearchParams(query);
  const page = pages.find((candidate) => candidate.path === path);
  return (page?.firstData ?? []).flatMap(({ request, query: names = [] }) => {
    let isComplete = true;
    const url = request.replace(/\{([A-Za-z]+)(?:=([^}]*))?\}/g, (_all, name: string, fallback = '') => {
      const value = parameters.get(name) || String(fallback);
      if (value === '') isComplete = false;
      return encodeURIComponent(value);
    });
    const pageParameters = new URLSearchParams();
    for (const name of names) {
      const value = parameters.get(name);
      if (value) pageParameters.append(name, value);
    }
    const text = pageParameters.toString();
    return isComplete ? [url + (text && `${url.includes('?') ? '&' : '?'}${text}`)] : [];
  });
}

const answerTo = (request: string): object => {
  if (request === '/api/policy') return { success: true, data: aPolicy() };
  if (/\/products\/[0-9a-f]{24}$/.test(request)) return { success: true, data: aProduct() };
  return productListAnswer([aProduct()]);
};

describe('the declaration of the remote', () => {
  it('has a page for every path, and a path for every page (ROUTE-01 to ROUTE-06, ROUTE-16, ROUTE-17, ROUTE-28, ROUTE-30)', () => {
    expect(Object.keys(remote.pages).sort()).toEqual(pages.map(({ path }) => path).sort());
    expect(pages.map(({ path }) => path)).toEqual([
      '/',
      '/categories',
      '/smartphone',
      '/watches',
      '/laptops',
      '/airpods',
      '/productdetails',
      '/search-results',
      '/wishlist',
      '/alerts/:token',
    ]);
  });

  it('offers the widgets that other remotes use', () => {
    expect(widgets.map(({ name }) => name)).toEqual([
      'wishlist-heart',
      'wishlist-badge',
      'search-suggestions',
    ]);
  });

  // A request that differs by one character from the first-view data would be sent twice.
  it.each([
    ['/', ''],
    ['/smartphone', ''],
    ['/smartphone', 'brand=Apple%2CGoogle&minPrice=50000&maxPrice=180000&inStock=true&sort=price_asc&page=2'],
    // The added ranges (SIL-26).
    ['/smartphone', 'category=smartphone%2Cpremiumsmartphones&inStock=true'],
    ['/watches', 'sort=discount_desc'],
    ['/laptops', 'brand=Dell'],
    ['/airpods', 'inStock=true'],
    ['/productdetails', `id=${productId(1)}`],
    ['/search-results', 'q=galaxy%20s25%20%26%20co'],
    ['/search-results', 'q=galaxy&category=watch&inStock=true&sort=price_asc'],
    ['/categories', ''],
    ['/wishlist', ''],
  ])('lists exactly the first requests of %s?%s', async (path, query) => {
    const declared = declaredRequests(path, query);
    const { network } = await renderPage(null, {
      address: `${path}?${query}`,
      answers: Object.fromEntries(declared.map((request) => [request, answerTo(request)])),
    });
    await act(async () => {
      await remote.prepare?.[path]?.({ pathname: path, search: new URLSearchParams(query) });
    });
    expect(network.requests).toEqual(declared.map((request) => `GET ${request}`));
  });

  it('passes every filter of a list to the requests of its HTML (SIL-09)', () => {
    const filters = Object.keys(filterParameters(noFilters));
    const lists = pages.flatMap(({ path, firstData }) =>
      firstData.filter(({ request }) => request.includes('limit=')).map(({ query }) => ({ path, query })),
    );
    expect(lists).toHaveLength(5);
    for (const { path, query } of lists)
      expect({ path, query }).toEqual({
        path,
        query: path === '/search-results' ? ['category', ...filters] : filters,
      });
  });

  // A preload with other sizes may load a file that the page does not use.
  it('preloads each picture with the sizes of its page', () => {
    const sizesOf = (path: string) =>
      withWidths(pages.find((page) => page.path === path)?.picture?.sizes ?? '');
    expect(sizesOf('/')).toBe(heroSizes);
    expect(sizesOf('/productdetails')).toBe(stageSizes);
    for (const path of ['/smartphone', '/watches', '/laptops', '/airpods', '/search-results']) {
      expect([path, sizesOf(path)]).toEqual([path, cardPictureSizes]);
    }
    const files = pages.find((page) => page.path === '/')?.picture?.files ?? [];
    expect(files.map(({ width }) => `${width}w`)).toEqual(
      heroArt.avifSrcSet.split(', ').map((candidate) => candidate.split(' ')[1]),
    );
  });
});
