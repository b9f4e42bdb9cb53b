import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { firstDataParameters } from '@kinmel/contracts';
import type { Logger } from '@kinmel/service-kit';
import type { HeaderList } from '../policies/answers/security-headers.ts';
import { notIndexed, previewCacheControl, withPreviewBar } from '../previews/preview-bar.ts';
import type { ActiveRemotes, View, Visitor } from '../registry/active-remotes.ts';
import { type CachedResponse, makeCachedResponse } from '../response-cache/cached-response.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { type FirstData, loadFirstData, noFirstData } from './first-view/first-data.ts';
import { dataBlock } from './first-view/markup.ts';
import { createPageFiles } from './first-view/page-files.ts';
import { pageHead } from './first-view/page-head.ts';
import { firstViewFiles, picturePreload, renderedFiles } from './first-view/preloads.ts';
import { findPage, firstRequests, isSecretPath, isSpecifiedPath, type PageMatch } from './page-match.ts';
import type { PageRenders } from './rendering/page-renders.ts';
import type { ShellDocument } from './shell/shell-document.ts';

export interface HtmlPagesOptions {
  readonly remotes: ActiveRemotes;
  readonly remotesFolder: string;
  readonly responseCache: ResponseCache;
  readonly logger: Logger;
  readonly pageHeaders: HeaderList;
  /** The public origin of the shop. */
  readonly origin: string | undefined;
  /** How long a page waits for its first-view data. Milliseconds. */
  readonly firstDataMs: number;
  /** Undefined without a render process: pages are then rendered in the browser. */
  readonly renders?: PageRenders | undefined;
  /** Whether pages without a parameter are rendered before they are requested. */
  readonly prerenders: boolean;
}

/** How long a page without its rendering is cached. Milliseconds. */
const unrenderedMs = 2000;

/**
 * The pauses between attempts to prerender a page: the first one, which doubles each time, and the longest.
 * Milliseconds.
 */
const firstPauseMs = 1000;
const longestPauseMs = 15_000;

/** The address of a mailed link holds a secret, which must not be sent as referrer. */
const withoutReferrer = (headers: HeaderList): HeaderList =>
  headers.map(([name, value]) =>
    name.toLowerCase() === 'referrer-policy' ? [name, 'no-referrer'] : [name, value],
  );

/** The content from which the HTML of a page is made. */
interface PageParts {
  readonly document: ShellDocument;
  readonly view: View;
  /** Undefined for the page of an unknown address. */
  readonly match: PageMatch | undefined;
  readonly data: FirstData;
  /** The HTML is cached for several addresses. */
  readonly isShared: boolean;
  readonly isMissing: boolean;
}

/**
 * The HTML of each address: the shell's page with the registry, manifests, preloads and first-view data. Cached until
 * something that it shows changes.
 */
export function createHtmlPages(options: HtmlPagesOptions) {
  const { remotes, responseCache, logger, pageHeaders, origin, renders, prerenders } = options;
  /** Renderings in progress by cache key, shared by concurrent requests. */
  const rendersInProgress = new Map<string, Promise<CachedResponse | undefined>>();
  const files = createPageFiles(options.remotesFolder, logger);
  /** Part of each cache key; increases when shell or registry change. */
  let generation = 0;
  remotes.onChange(() => {
    generation += 1;
    rendersInProgress.clear();
    files.clear();
    for (const visitor of remotes.visitorOfEachView())
      prerender(visitor).catch((error: unknown) => {
        logger.error({ err: error }, 'pages could not be prerendered');
      });
  });

  const keyOf = (page: string) => `page ${generation}${remotes.needsVisitor ? ' private' : ''} ${page}`;

  /**
   * Runs after a start and after each deployment, for each view of a canary: loads its versions in the render process
   * and renders the pages without parameters. Retries until the render process and the services are available.
   */
  async function prerender(visitor: Visitor): Promise<void> {
    const startGeneration = generation;
    const view = remotes.viewOf(visitor);
    const shell = view.shell?.build;
    if (!renders || !shell?.server) return;
    let isPrepared = false;
    let addresses = prerenders ? renders.knownAddresses(view) : [];
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      isPrepared ||= await renders.prepare(shell, view);
      const remaining: string[] = [];
      for (const address of addresses) {
        if (startGeneration !== generation) return;
        const isRendered =
          isPrepared && (await answer(address, new URLSearchParams(), visitor, true, true)) !== undefined;
        if (!isRendered) remaining.push(address);
      }
      addresses = remaining;
      if (addresses.length === 0) return;
      await pause(pauseMs, undefined, { ref: false });
      if (startGeneration !== generation) return;
    }
  }

  /**
   * The page of an address for a visitor; undefined while there is no shell. Never rejects because of a service.
   * Without `mayCallServices` services are not called, and the page has no first-view data. With `isPrerender` the
   * rendering has no time limit, and the page is undefined when it cannot be rendered.
   */
  async function answer(
    path: string,
    query: URLSearchParams,
    visitor: Visitor,
    mayCallServices = true,
    isPrerender = false,
  ): Promise<CachedResponse | undefined> {
    const view = remotes.viewOf(visitor);
    if (!view.shell) return undefined;
    const { document, build: shell } = view.shell;
    const match = findPage(view.builds, path, query);
    const isSecret = isSecretPath(path);
    const status = match || isSpecifiedPath(path) ? 200 : 404;
    // Unknown addresses share one response, as their number has no limit.
    // A page with parameters beyond those of its first-view data is not rendered, as the rendering is cached without them.
    const hasOtherParameters = match !== undefined && hasFurtherParameters(match);
    const key = keyOf(
      `${view.key} ${match ? canonicalAddress(path, match) + (hasOtherParameters ? ' and more' : '') : `unmatched ${status} ${isSecret}`}`,
    );
    // Without first-view data the page is the same for all addresses of its pattern.
    const bareKey = match && !mayCallServices ? keyOf(`${view.key} bare ${match.page.path}`) : undefined;
    const cached =
      responseCache.find(key) ?? (bareKey === undefined ? undefined : responseCache.find(bareKey));
    if (cached) return cached;

    const data = mayCallServices ? await loadFirstData(options, match) : noFirstData;
    // After most events the answers are the same as before, and the page need not be made again.
    const unchangedPage = data.isCacheable
      ? responseCache.findStale(key)?.refreshedWith(data.dependencies)
      : undefined;
    if (unchangedPage) {
      responseCache.put(key, unchangedPage);
      return unchangedPage;
    }
    const pageStatus = data.isMissing ? 404 : status;
    const isPrivate = view.key !== '' || remotes.needsVisitor;
    const { preview } = view;
    const [isShared, isMissing] = [bareKey !== undefined, pageStatus === 404];
    const parts = { document, view, match, data, isShared, isMissing };
    const make = async (markup: string | undefined, maxAgeMs?: number) => {
      const rendered = await render(parts, markup);
      const html = preview ? withPreviewBar(rendered, preview) : rendered;
      const headers = isSecret ? withoutReferrer(pageHeaders) : pageHeaders;
      return makeCachedResponse({
        status: pageStatus,
        dependencies: data.dependencies,
        ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
        plain: Buffer.from(html),
        contentType: 'text/html; charset=utf-8',
        cacheControl: preview ? previewCacheControl : isPrivate ? 'private, no-cache' : 'no-cache',
        vary: isPrivate ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
        securityHeaders: document.allowOwnCode(preview ? [...headers, notIndexed] : headers, html),
      });
    };

    const address = match ? canonicalAddress(path, match) : path;
    const shouldRender =
      renders !== undefined &&
      mayCallServices &&
      // The render process serves all visitors: it runs no code that is not active.
      preview === undefined &&
      // Links with a secret are rendered once, for their common pattern.
      (!isSecret || address === match?.page.path) &&
      !hasOtherParameters &&
      (match !== undefined || status === 404) &&
      document.canBeRendered &&
      renders.canRender({ shell, match, data });
    if (isPrerender && !shouldRender) return undefined;
    if (shouldRender) {
      const rendering = renderOnce(key, async () => {
        const markup = await renders.render({ shell, view, match, address, data });
        return markup === undefined ? undefined : make(markup);
      });
      const page = await (isPrerender ? rendering : renders.awaitInTime(rendering));
      // A rendering that an earlier request started may be stale.
      if (page?.isFresh) return page;
    }

    const page = await make(undefined, shouldRender ? unrenderedMs : undefined);
    if (preview) return page;
    if (bareKey !== undefined) responseCache.put(bareKey, page);
    // The rendering may have finished meanwhile.
    else if (data.isCacheable && !(shouldRender && responseCache.find(key))) responseCache.put(key, page);
    return page;
  }

  /** Renders a page once for all concurrent requests; the result is cached even when it is late. */
  function renderOnce(key: string, run: () => Promise<CachedResponse | undefined>) {
    const earlierRendering = rendersInProgress.get(key);
    if (earlierRendering) return earlierRendering;
    const rendering = run()
      .then(
        (page) => {
          if (page) responseCache.put(key, page);
          return page;
        },
        (error: unknown) => {
          logger.error({ err: error }, 'a rendered page could not be assembled');
          return undefined;
        },
      )
      .finally(() => {
        if (rendersInProgress.get(key) === rendering) rendersInProgress.delete(key);
      });
    rendersInProgress.set(key, rendering);
    return rendering;
  }

  async function render(parts: PageParts, markup: string | undefined): Promise<string> {
    const { document, view, match, data } = parts;
    const { builds } = view;
    const firstFiles =
      markup === undefined
        ? match && (await firstViewFiles(builds, match))
        : await renderedFiles(builds, match, markup, files);
    const [firstRequest] = match ? firstRequests(match) : [];
    const firstText = firstRequest && data.texts.get(firstRequest.url);
    const firstAnswer: unknown = firstText === undefined ? undefined : JSON.parse(firstText);
    const shopDescription = document.description;
    const { title, tags } = pageHead({ ...parts, builds, firstAnswer, origin, shopDescription });
    const body = [dataBlock('kinmel-registry', JSON.stringify(view.registry))];
    if (match) {
      const manifests = (firstFiles?.builds ?? []).map(
        async (build) => [build.declaration.name, await files.manifest(build)] as const,
      );
      body.push(
        dataBlock('kinmel-manifests', jsonObject(await Promise.all(manifests))),
        dataBlock('kinmel-first-data', jsonObject([...data.texts])),
      );
    }
    const picture = match ? picturePreload({ ...match, firstAnswer }) : '';
    return document.render(title, picture + (firstFiles?.tags ?? '') + tags, body.join(''), markup);
  }

  return {
    answer,
    /** The cached page of this exact address. Undefined during a canary, when pages depend on the visitor. */
    findCached: ({ url }: IncomingMessage): CachedResponse | undefined =>
      remotes.hasCanary || url === undefined ? undefined : responseCache.find(keyOf(` ${url}`)),
    stop(): void {
      generation += 1;
    },
  };
}

/** A JSON object from JSON texts, without the undefined ones. */
function jsonObject(entries: readonly (readonly [string, string | undefined])[]): string {
  const members = entries.flatMap(([name, text]) =>
    text === undefined ? [] : [`${JSON.stringify(name)}:${text}`],
  );
  return `{${members.join(',')}}`;
}

/** Whether the address has parameters that the page reads and that its first-view data does not depend on. */
function hasFurtherParameters({ page, parameters }: PageMatch): boolean {
  const usedNames = firstDataParameters(page);
  return [...parameters.keys()].some(
    (name) =>
      !usedNames.has(name) && !page.path.includes(`:${name}`) && (page.parameters?.includes(name) ?? true),
  );
}

/** The address with only the parameters that affect the first view. */
function canonicalAddress(path: string, match: PageMatch): string {
  const usedNames = firstDataParameters(match.page);
  const parameters = new URLSearchParams();
  for (const [name, value] of match.parameters) {
    if (usedNames.has(name) && !match.page.path.includes(`:${name}`)) parameters.append(name, value);
  }
  const text = parameters.toString();
  // Pages of links with a secret share one entry, and no secret is stored.
  const address = isSecretPath(path) ? match.page.path : path;
  return text ? `${address}?${text}` : address;
}
