import { listProductIds, productIdsPerPage } from '@kinmel/contracts';
import type { HeaderList } from '../policies/answers/security-headers.ts';
import type { ActiveRemotes } from '../registry/active-remotes.ts';
import { type CachedResponse, makeCachedResponse } from '../response-cache/cached-response.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { UpstreamError } from '../upstreams/upstream-error.ts';
import { escapeMarkup } from './first-view/markup.ts';

export interface SitemapOptions {
  readonly responseCache: ResponseCache;
  readonly remotes: ActiveRemotes;
  readonly origin: string;
  readonly headers: HeaderList;
}

/** The limit of sitemaps.org; a whole number of pages of product ids. */
const addressesPerFile = 50_000;

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const anonymousViewer = { isAdmin: false, visitor: undefined };

interface ProductIds {
  readonly ids: readonly string[];
  readonly total: number;
  readonly dependencies: readonly CachedResponse[];
}

export type Sitemap = ReturnType<typeof createSitemap>;

/**
 * `sitemap.xml`: the listed pages of the active remotes and all products, cached until one of its answers changes.
 * Beyond the limit per file it is an index of `sitemap-1.xml`, …
 */
export function createSitemap({ responseCache, remotes, origin, headers }: SitemapOptions) {
  const listedPages = () =>
    remotes
      .viewOf(anonymousViewer)
      .builds.flatMap(({ declaration }) => declaration.pages)
      .filter(({ isListed }) => isListed);

  async function productIds(page: number): Promise<ProductIds> {
    const request = `${listProductIds.path}?page=${page}`;
    const loaded = await responseCache.load(request, listProductIds);
    if (!loaded.cached) throw new UpstreamError('down');
    const { data, total } = listProductIds.answer.parse(JSON.parse(loaded.cached.plain().toString('utf8')));
    return { ids: data, total, dependencies: [loaded.cached] };
  }

  async function idsFrom(offset: number, count: number, firstIds: ProductIds): Promise<ProductIds> {
    const pages = Array.from(
      { length: Math.ceil(count / productIdsPerPage) },
      (_value, index) => offset / productIdsPerPage + index + 1,
    );
    const answers = await Promise.all(pages.map(async (page) => (page === 1 ? firstIds : productIds(page))));
    return {
      ids: answers.flatMap(({ ids }) => ids),
      total: firstIds.total,
      dependencies: [...firstIds.dependencies, ...answers.flatMap(({ dependencies }) => dependencies)],
    };
  }

  async function makeFile(fileNumber: number) {
    const pages = listedPages()
      .filter(({ about, path }) => !about && !path.includes(':'))
      .map(({ path }) => path);
    const firstIds = await productIds(1);
    // Leaves room for the pages in the first file.
    const idsPerFile = Math.max(addressesPerFile - productIdsPerPage, productIdsPerPage);
    const isOneFile = pages.length + firstIds.total <= addressesPerFile;
    const files = isOneFile ? 1 : Math.ceil(firstIds.total / idsPerFile);
    if (fileNumber > (isOneFile ? 0 : files)) return undefined;
    if (fileNumber === 0 && !isOneFile) {
      const addresses = Array.from(
        { length: files },
        (_value, index) => `${origin}/sitemap-${index + 1}.xml`,
      );
      const text = addresses
        .map((address) => `<sitemap><loc>${escapeMarkup(address)}</loc></sitemap>`)
        .join('\n');
      return {
        text: `<sitemapindex ${namespace}>\n${text}\n</sitemapindex>`,
        dependencies: firstIds.dependencies,
      };
    }
    const offset = isOneFile ? 0 : (fileNumber - 1) * idsPerFile;
    const count = Math.min(isOneFile ? firstIds.total : idsPerFile, firstIds.total - offset);
    const productIdsOfFile = await idsFrom(offset, count, firstIds);
    const product = listedPages().find(({ about }) => about === 'product');
    const addresses = [
      ...(fileNumber <= 1 ? pages : []),
      ...(product ? productIdsOfFile.ids.map((id) => `${product.path}?id=${id}`) : []),
    ];
    const text = addresses
      .map((address) => `<url><loc>${escapeMarkup(origin + address)}</loc></url>`)
      .join('\n');
    return { text: `<urlset ${namespace}>\n${text}\n</urlset>`, dependencies: productIdsOfFile.dependencies };
  }

  return {
    /** The file of that number, 0 for `sitemap.xml`. Rejects with an UpstreamError. */
    async file(fileNumber: number): Promise<CachedResponse | undefined> {
      const key = `sitemap ${remotes.generation} ${fileNumber}`;
      const cached = responseCache.find(key);
      if (cached) return cached;
      const sitemap = await makeFile(fileNumber);
      if (!sitemap) return undefined;
      const response = await makeCachedResponse({
        plain: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${sitemap.text}\n`),
        contentType: 'application/xml; charset=utf-8',
        cacheControl: 'no-cache',
        securityHeaders: headers,
        dependencies: sitemap.dependencies,
      });
      responseCache.put(key, response);
      return response;
    },
  };
}
