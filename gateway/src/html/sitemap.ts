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
const stranger = { isAdmin: false, visitor: undefined };

interface ProductIds {
  readonly ids: readonly string[];
  readonly total: number;
  readonly madeOf: readonly CachedResponse[];
}

/**
 * `sitemap.xml`: the listed pages of the active remotes and all products, cached until one of its answers changes.
 * Beyond the limit per file it is an index of `sitemap-1.xml`, …
 */
export class Sitemap {
  readonly #options: SitemapOptions;

  constructor(options: SitemapOptions) {
    this.#options = options;
  }

  /** The file of that number, 0 for `sitemap.xml`. Rejects with an UpstreamError. */
  async file(fileNumber: number): Promise<CachedResponse | undefined> {
    const { responseCache, remotes, headers } = this.#options;
    const key = `sitemap ${remotes.generation} ${fileNumber}`;
    const cached = responseCache.find(key);
    if (cached) return cached;
    const made = await this.#make(fileNumber);
    if (!made) return undefined;
    const response = await makeCachedResponse({
      plain: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${made.text}\n`),
      contentType: 'application/xml; charset=utf-8',
      cacheControl: 'no-cache',
      securityHeaders: headers,
      madeOf: made.madeOf,
    });
    responseCache.put(key, response);
    return response;
  }

  async #make(fileNumber: number): Promise<{ text: string; madeOf: readonly CachedResponse[] } | undefined> {
    const { origin } = this.#options;
    const pages = this.#pages();
    const first = await this.#productIds(1);
    // Leaves room for the pages in the first file.
    const perFile = Math.max(addressesPerFile - productIdsPerPage, productIdsPerPage);
    const isOneFile = pages.length + first.total <= addressesPerFile;
    const files = isOneFile ? 1 : Math.ceil(first.total / perFile);
    if (fileNumber > (isOneFile ? 0 : files)) return undefined;
    if (fileNumber === 0 && !isOneFile) {
      const rows = Array.from({ length: files }, (_value, index) => `${origin}/sitemap-${index + 1}.xml`);
      const text = rows.map((row) => `<sitemap><loc>${escapeMarkup(row)}</loc></sitemap>`).join('\n');
      return { text: `<sitemapindex ${namespace}>\n${text}\n</sitemapindex>`, madeOf: first.madeOf };
    }
    const offset = isOneFile ? 0 : (fileNumber - 1) * perFile;
    const wanted = Math.min(isOneFile ? first.total : perFile, first.total - offset);
    const found = await this.#idsFrom(offset, wanted, first);
    const product = this.#productAddress();
    const rows = [
      ...(fileNumber <= 1 ? pages : []),
      ...(product === undefined ? [] : found.ids.map((id) => product(id))),
    ];
    const text = rows.map((row) => `<url><loc>${escapeMarkup(origin + row)}</loc></url>`).join('\n');
    return { text: `<urlset ${namespace}>\n${text}\n</urlset>`, madeOf: found.madeOf };
  }

  /** The listed pages without parameters. */
  #pages(): string[] {
    const { builds } = this.#options.remotes.viewOf(stranger);
    return builds
      .flatMap(({ declaration }) => declaration.pages)
      .filter(({ isListed, about, path }) => isListed && !about && !path.includes(':'))
      .map(({ path }) => path);
  }

  /** The address of a product's page in the active remote. */
  #productAddress(): ((id: string) => string) | undefined {
    const { builds } = this.#options.remotes.viewOf(stranger);
    const page = builds
      .flatMap(({ declaration }) => declaration.pages)
      .find(({ about, isListed }) => about === 'product' && isListed);
    return page && ((id) => `${page.path}?id=${id}`);
  }

  async #productIds(page: number): Promise<ProductIds> {
    const request = `${listProductIds.path}?page=${page}`;
    const loaded = await this.#options.responseCache.load(request, listProductIds);
    if (!loaded.cached) throw new UpstreamError('down');
    const { data, total } = listProductIds.answer.parse(JSON.parse(loaded.cached.plain().toString('utf8')));
    return { ids: data, total, madeOf: [loaded.cached] };
  }

  async #idsFrom(offset: number, wanted: number, first: ProductIds): Promise<ProductIds> {
    const pages = Array.from(
      { length: Math.ceil(wanted / productIdsPerPage) },
      (_value, index) => offset / productIdsPerPage + index + 1,
    );
    const found = await Promise.all(
      pages.map((page) => (page === 1 ? Promise.resolve(first) : this.#productIds(page))),
    );
    return {
      ids: found.flatMap(({ ids }) => ids),
      total: first.total,
      madeOf: [...first.madeOf, ...found.flatMap(({ madeOf }) => madeOf)],
    };
  }
}
