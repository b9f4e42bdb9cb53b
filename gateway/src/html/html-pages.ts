import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { firstDataParameters } from '@kinmel/contracts';
import type { Logger } from '@kinmel/service-kit';
import type { HeaderList } from '../policies/answers/security-headers.ts';
import type { ActiveRemotes, View, Visitor } from '../registry/active-remotes.ts';
import { type CachedResponse, makeCachedResponse } from '../response-cache/cached-response.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { type FirstData, loadFirstData, noFirstData } from './first-data.ts';
import { dataBlock } from './markup.ts';
import type { PageDrawings } from './page-drawings.ts';
import { PageFiles } from './page-files.ts';
import { pageHead } from './page-head.ts';
import { findPage, firstRequests, isSecretPath, isSpecifiedPath, type PageMatch } from './page-match.ts';
import { drawnFiles, firstViewFiles, picturePreload } from './preloads.ts';
import { prepareShellDocument, type ShellDocument } from './shell-document.ts';
import type { ShellFiles, ShellOnDisk } from './shell-files.ts';

export interface HtmlPagesOptions {
  readonly shell: ShellFiles;
  readonly remotes: ActiveRemotes;
  readonly remotesFolder: string;
  readonly responseCache: ResponseCache;
  readonly logger: Logger;
  readonly pageHeaders: HeaderList;
  /** The public address of the shop, without a slash at the end; undefined when not configured. */
  readonly origin: string | undefined;
  /** Origin of the API, when it is not that of the pages. */
  readonly apiUrl?: string | undefined;
  /** How long a page waits for its first-view data; without them the browser requests them. Milliseconds. */
  readonly firstDataMs: number;
  /** Undefined without a render process: then every page is rendered in the browser. */
  readonly drawings?: PageDrawings | undefined;
  /** Whether pages without a parameter are drawn before they are requested. */
  readonly drawsAhead?: boolean;
}

/** A page without the drawing that it should have is drawn again after so long. Milliseconds. */
const undrawnMs = 2000;

/** How long until a page that could not be drawn ahead is tried again; twice as long each time. Milliseconds. */
const firstPauseMs = 1000;
const longestPauseMs = 15_000;

/** The address of a mailed link holds a secret, which no request of the page may send on as its referrer. */
const withoutReferrer = (headers: HeaderList): HeaderList =>
  headers.map(([name, value]) =>
    name.toLowerCase() === 'referrer-policy' ? [name, 'no-referrer'] : [name, value],
  );

/**
 * The HTML of each address: the shell's page with the registry, the manifests and preloads that the address needs, and the
 * first-view data. Cached for all visitors of the same kind until something that it shows changes.
 */
export class HtmlPages {
  readonly #options: HtmlPagesOptions;
  /** Drawings under way, by the key of the page: requests for the same page share one. */
  readonly #drawings = new Map<string, Promise<CachedResponse | undefined>>();
  readonly #files: PageFiles;
  #document: ShellDocument | undefined;
  #preparedFrom: ShellOnDisk | undefined;
  /** Part of each key: it rises when shell or registry change, and older pages are not found any more. */
  #generation = 0;

  constructor(options: HtmlPagesOptions) {
    this.#options = options;
    this.#files = new PageFiles(options);
    const changed = () => {
      this.#generation += 1;
      this.#drawings.clear();
      this.#files.clear();
      this.#prepare();
      this.#drawAhead().catch((error: unknown) => {
        options.logger.error({ err: error }, 'pages could not be drawn ahead');
      });
    };
    options.shell.onChange(changed);
    options.remotes.onChange(changed);
    this.#prepare();
  }

  /** Whether a build of the shell can be shown. */
  get isReady(): boolean {
    return this.#document !== undefined;
  }

  #prepare(): void {
    const { shell, logger, apiUrl } = this.#options;
    if (!shell.active || shell.active === this.#preparedFrom) return;
    this.#preparedFrom = shell.active;
    try {
      this.#document = prepareShellDocument(shell.active, apiUrl);
    } catch (error) {
      logger.error({ err: error }, 'the template of the shell cannot be used; the last good one stays');
    }
  }

  /** The cached page of this exact address, for visitors whom nothing sets apart. */
  findCached({ url }: IncomingMessage): CachedResponse | undefined {
    const { remotes, responseCache } = this.#options;
    return remotes.hasCanary || url === undefined ? undefined : responseCache.find(this.#key(` ${url}`));
  }

  #key(page: string): string {
    return `page ${this.#generation} ${page}`;
  }

  stop(): void {
    this.#generation += 1;
  }

  /**
   * After a start and after each deployment: loads the code that is in force now, and draws the pages without a parameter, so that their
   * first visitors get them drawn. Waits for the render process and for services that are not there yet.
   */
  async #drawAhead(): Promise<void> {
    const { drawings, remotes, drawsAhead = true } = this.#options;
    const generation = this.#generation;
    const shell = this.#preparedFrom?.build;
    const visitor = { isAdmin: false };
    const view = remotes.viewOf(visitor);
    // At start the shell is loaded before the registry.
    if (!drawings || !shell?.server || view.builds.length === 0) return;
    let isPrepared = false;
    let addresses = drawsAhead ? drawings.knownAddresses(view) : [];
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      isPrepared ||= await drawings.prepare(shell, view);
      const left: string[] = [];
      for (const address of addresses) {
        if (generation !== this.#generation) return;
        const hasBegun =
          isPrepared &&
          (await this.answer(address, new URLSearchParams(), visitor, true, true)) !== undefined;
        if (!hasBegun) left.push(address);
      }
      addresses = left;
      if (addresses.length === 0) return;
      await pause(pauseMs, undefined, { ref: false });
      if (generation !== this.#generation) return;
    }
  }

  /**
   * The page of an address for a visitor; undefined while there is no shell. Never rejects because of a service. Unless services
   * may be asked, what is not kept comes without first-view data. Ahead of all visitors a drawing is waited for as long as it takes, and
   * the page is undefined while it cannot be drawn.
   */
  async answer(
    path: string,
    query: URLSearchParams,
    visitor: Visitor,
    mayAsk = true,
    isAhead = false,
  ): Promise<CachedResponse | undefined> {
    const { responseCache } = this.#options;
    const document = this.#document;
    const shell = this.#preparedFrom?.build;
    if (!document || !shell) return undefined;
    const view = this.#options.remotes.viewOf(visitor);
    const match = findPage(view.builds, path, query);
    const isSecret = isSecretPath(path);
    const status = match || isSpecifiedPath(path) ? 200 : 404;
    // Addresses without a page share one response: there is no end of them.
    // A page may show more of its address than its first-view data. It is drawn for the address without; with more it is drawn in
    // the browser, or one visitor's parameters would stand on the page of all.
    const hasMore = match !== undefined && hasFurtherParameters(match);
    const key = this.#key(
      `${view.key} ${match ? canonicalAddress(path, match) + (hasMore ? ' and more' : '') : `unmatched ${status} ${isSecret}`}`,
    );
    // Without first-view data the page is the same at all addresses of its pattern.
    const bareKey = match && !mayAsk ? this.#key(`${view.key} bare ${match.page.path}`) : undefined;
    const cached =
      responseCache.find(key) ?? (bareKey === undefined ? undefined : responseCache.find(bareKey));
    if (cached) return cached;

    const data = mayAsk ? await loadFirstData(this.#options, match) : noFirstData;
    // After most events the answers of a page say the same as before, and nothing is drawn anew.
    const same = data.isCacheable ? responseCache.findStale(key)?.madeAgainOf(data.madeOf) : undefined;
    if (same) {
      responseCache.put(key, same);
      return same;
    }
    // A link to a product that was deleted gets a page of the shop, with status 404 for crawlers.
    const pageStatus = data.isMissing ? 404 : status;
    const isPrivate = view.key !== '' || this.#options.remotes.hasCanary;
    const make = async (drawn: string | undefined, maxAgeMs?: number) => {
      const html = await this.#render(
        document,
        view,
        match,
        data,
        bareKey !== undefined,
        pageStatus === 404,
        drawn,
      );
      return makeCachedResponse({
        status: pageStatus,
        madeOf: data.madeOf,
        ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
        plain: Buffer.from(html),
        contentType: 'text/html; charset=utf-8',
        cacheControl: isPrivate ? 'private, no-cache' : 'no-cache',
        vary: isPrivate ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
        securityHeaders: document.allowOwnCode(
          isSecret ? withoutReferrer(this.#options.pageHeaders) : this.#options.pageHeaders,
          html,
        ),
      });
    };

    const { drawings } = this.#options;
    const address = match ? canonicalAddress(path, match) : path;
    const isToBeDrawn =
      drawings !== undefined &&
      mayAsk &&
      // Of a link with a key in it the frame is drawn, by the address that all such links have in common.
      (!isSecret || address === match?.page.path) &&
      !hasMore &&
      (match !== undefined || status === 404) &&
      document.canBeDrawn &&
      drawings.canDraw({ shell, match, data });
    if (isAhead && !isToBeDrawn) return undefined;
    if (isToBeDrawn) {
      const drawing = this.#drawingOf(key, async () => {
        const drawn = await drawings.draw({ shell, view, match, address, data });
        return drawn === undefined ? undefined : make(drawn);
      });
      const page = await (isAhead ? drawing : drawings.within(drawing));
      // A drawing that an earlier request began may be stale.
      if (page?.isFresh) return page;
    }

    const page = await make(undefined, isToBeDrawn ? undrawnMs : undefined);
    if (bareKey !== undefined) responseCache.put(bareKey, page);
    // The drawn page may have been cached in the meantime.
    else if (data.isCacheable && !(isToBeDrawn && responseCache.find(key))) responseCache.put(key, page);
    return page;
  }

  /** Draws a page once for all requests under way; the result is cached even when it is too late for them. */
  #drawingOf(
    key: string,
    draw: () => Promise<CachedResponse | undefined>,
  ): Promise<CachedResponse | undefined> {
    const known = this.#drawings.get(key);
    if (known) return known;
    const drawing = draw()
      .then(
        (page) => {
          if (page) this.#options.responseCache.put(key, page);
          return page;
        },
        (error: unknown) => {
          this.#options.logger.error({ err: error }, 'a drawn page cannot be made');
          return undefined;
        },
      )
      .finally(() => {
        if (this.#drawings.get(key) === drawing) this.#drawings.delete(key);
      });
    this.#drawings.set(key, drawing);
    return drawing;
  }

  async #render(
    document: ShellDocument,
    view: View,
    match: PageMatch | undefined,
    data: FirstData,
    isShared: boolean,
    isMissing: boolean,
    drawn: string | undefined,
  ): Promise<string> {
    const registry = dataBlock('kinmel-registry', JSON.stringify(view.registry));
    const head = (firstAnswer: unknown) =>
      pageHead({
        match,
        builds: view.builds,
        firstAnswer,
        origin: this.#options.origin,
        isShared,
        shopDescription: document.description,
        isMissing,
      });
    if (!match) {
      const { title, tags } = head(undefined);
      const files =
        drawn === undefined ? '' : (await drawnFiles(view.builds, undefined, drawn, this.#files)).tags;
      return document.render(title, files + tags, registry, drawn);
    }

    const files =
      drawn === undefined
        ? await firstViewFiles(view.builds, match)
        : await drawnFiles(view.builds, match, drawn, this.#files);
    const manifests = await Promise.all(
      files.builds.map(async (build) => [build.declaration.name, await this.#files.manifest(build)] as const),
    );
    const requests = firstRequests(match);
    const firstText = requests[0] === undefined ? undefined : data.texts.get(requests[0].url);
    const firstAnswer: unknown = firstText === undefined ? undefined : JSON.parse(firstText);
    const body = [
      registry,
      dataBlock('kinmel-manifests', jsonObject(manifests)),
      dataBlock('kinmel-first-data', jsonObject([...data.texts])),
    ];
    const { title, tags } = head(firstAnswer);
    return document.render(
      title,
      picturePreload({ ...match, firstAnswer }) + files.tags + tags,
      body.join(''),
      drawn,
    );
  }
}

/** A JSON object from texts that are JSON already; what is undefined is left out. */
function jsonObject(entries: readonly (readonly [string, string | undefined])[]): string {
  const members = entries.flatMap(([name, text]) =>
    text === undefined ? [] : [`${JSON.stringify(name)}:${text}`],
  );
  return `{${members.join(',')}}`;
}

/** Whether the address says more to the page than what the first-view data depends on. What the page does not read says nothing. */
function hasFurtherParameters({ page, parameters }: PageMatch): boolean {
  const used = firstDataParameters(page);
  return [...parameters.keys()].some(
    (name) => !used.has(name) && !page.path.includes(`:${name}`) && (page.parameters?.includes(name) ?? true),
  );
}

/** The address with only those parameters that change what the page shows at first. */
function canonicalAddress(path: string, match: PageMatch): string {
  const used = firstDataParameters(match.page);
  const parameters = new URLSearchParams();
  for (const [name, value] of match.parameters) {
    if (used.has(name) && !match.page.path.includes(`:${name}`)) parameters.append(name, value);
  }
  const text = parameters.toString();
  // A page that asks for nothing is the same for every key in its address, and no key is kept.
  const address = isSecretPath(path) ? match.page.path : path;
  return text ? `${address}?${text}` : address;
}
