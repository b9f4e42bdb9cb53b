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
  /** How people reach the shop, without a slash at the end; undefined where nobody has said. */
  readonly origin: string | undefined;
  /** Where its pages send their calls, when that is not their own host. */
  readonly apiUrl?: string | undefined;
  /** How long a page waits for its first-view data; then it goes without and the browser asks. Milliseconds. */
  readonly firstDataMs: number;
  /** Undefined where no render process is: every page is drawn in the browser. */
  readonly drawings?: PageDrawings | undefined;
  readonly maxPages?: number;
  /** Whether pages without a parameter are drawn before somebody asks for them. */
  readonly drawsAhead?: boolean;
}

/** A page and the answers that it shows; it is good as long as each of them is. */
interface CachedPage {
  readonly answer: CachedResponse;
  readonly madeOf: readonly CachedResponse[];
}

/** A page without the drawing that it should have is good for so long; then its drawing is asked for again. Milliseconds. */
const undrawnMs = 2000;

/** How long until a page that could not be drawn ahead is tried again; twice as long each time. Milliseconds. */
const firstPauseMs = 1000;
const longestPauseMs = 15_000;

/** Whether two pages of one address, at one time of shop and registry, say the same. */
const showsTheSame = (one: readonly CachedResponse[], other: readonly CachedResponse[]) =>
  one.length === other.length && one.every((answer) => other.some((same) => answer.hasBytesOf(same)));

/** A mailed link has a key in its address: not even the shop's own file requests may repeat it (SIL-06). */
const withoutReferrer = (headers: HeaderList): HeaderList =>
  headers.map(([name, value]) =>
    name.toLowerCase() === 'referrer-policy' ? [name, 'no-referrer'] : [name, value],
  );

/**
 * The HTML of each address: the shell's page with the registry, the manifests and preloads of what the address
 * needs, and the first-view data. Made once for all visitors of the same kind and kept until something it shows changes.
 */
export class HtmlPages {
  readonly #options: HtmlPagesOptions;
  readonly #pages = new Map<string, CachedPage>();
  /** Drawings under way, by the page's key: whoever asks meanwhile waits for the same one. */
  readonly #drawings = new Map<string, Promise<CachedPage | undefined>>();
  readonly #files: PageFiles;
  #document: ShellDocument | undefined;
  #preparedFrom: ShellOnDisk | undefined;
  /** Rises when shell or registry change: what was begun before is sent but not kept. */
  #generation = 0;

  constructor(options: HtmlPagesOptions) {
    this.#options = options;
    this.#files = new PageFiles(options);
    const changed = () => {
      this.#generation += 1;
      this.#pages.clear();
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

  /** Whether there is a shell to show. */
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

  /** A map lookup by the exact address, for visitors whom nothing sets apart. */
  findCached(req: IncomingMessage): CachedResponse | undefined {
    if (this.#options.remotes.hasCanary || req.url === undefined) return undefined;
    return this.#find(` ${req.url}`);
  }

  #find(key: string): CachedResponse | undefined {
    const page = this.#pages.get(key);
    return page && this.#isGood(page) ? page.answer : undefined;
  }

  #isGood({ answer, madeOf }: CachedPage): boolean {
    const now = performance.now();
    return (
      answer.goodUntil >= now &&
      madeOf.every((part) => !part.isDropped && part.goodUntil >= now) &&
      (madeOf.length === 0 || this.#options.responseCache.isOpen)
    );
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
    // At the start the shell is there before the registry is read.
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
    const document = this.#document;
    const shell = this.#preparedFrom?.build;
    if (!document || !shell) return undefined;
    const generation = this.#generation;
    const view = this.#options.remotes.viewOf(visitor);
    const match = findPage(view.builds, path, query);
    const isSecret = isSecretPath(path);
    const status = match || isSpecifiedPath(path) ? 200 : 404;
    // Where no remote's page is, the shell's own is the same at every address, of which there are as many as somebody asks for.
    // A page may show more of its address than its first-view data. It is drawn for the address without; with more it is drawn in
    // the browser, or one visitor's parameters would stand on the page of all.
    const hasMore = match !== undefined && hasFurtherParameters(match);
    const key = `${view.key} ${match ? canonicalAddress(path, match) + (hasMore ? ' and more' : '') : `unmatched ${status} ${isSecret}`}`;
    // So is a page without its first-view data at all addresses of its kind.
    const bareKey = match && !mayAsk ? `${view.key} bare ${match.page.path}` : undefined;
    const cached = this.#find(key) ?? (bareKey === undefined ? undefined : this.#find(bareKey));
    if (cached) return cached;

    const data = mayAsk ? await loadFirstData(this.#options, match) : noFirstData;
    const before = this.#pages.get(key);
    if (
      before &&
      generation === this.#generation &&
      before.answer.goodUntil === Number.POSITIVE_INFINITY &&
      data.isCacheable &&
      showsTheSame(before.madeOf, data.madeOf)
    ) {
      // Its answers were asked for again because of their clock, and say what they said.
      this.#keep(key, { answer: before.answer, madeOf: data.madeOf });
      return before.answer;
    }

    // Somebody's link to what is gone is shown in the shop, and told to crawlers (RFC 9110, 15.5.5).
    const pageStatus = data.isMissing ? 404 : status;
    const isPrivate = view.key !== '' || this.#options.remotes.hasCanary;
    const make = async (drawn: string | undefined) => {
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
      const drawing = this.#drawingOf(key, generation, async () => {
        const drawn = await drawings.draw({ shell, view, match, address, data });
        return drawn === undefined ? undefined : { answer: await make(drawn), madeOf: data.madeOf };
      });
      const page = await (isAhead ? drawing : drawings.within(drawing));
      // Meant for whoever began it: since then something that it shows may have changed.
      if (page && showsTheSame(page.madeOf, data.madeOf)) return page.answer;
    }

    const answer = await make(undefined);
    if (generation === this.#generation) {
      if (bareKey !== undefined) this.#keep(bareKey, { answer, madeOf: [] });
      else if (data.isCacheable && !(isToBeDrawn && this.#find(key))) {
        if (isToBeDrawn) answer.goodUntil = performance.now() + undrawnMs;
        this.#keep(key, { answer, madeOf: data.madeOf });
      }
    }
    return answer;
  }

  /** The drawing of a page, begun once for all who ask meanwhile; it is kept when it comes, also where nobody waits any more. */
  #drawingOf(
    key: string,
    generation: number,
    draw: () => Promise<CachedPage | undefined>,
  ): Promise<CachedPage | undefined> {
    const known = this.#drawings.get(key);
    if (known) return known;
    const drawing = draw()
      .then(
        (page) => {
          if (page && generation === this.#generation && this.#isGood(page)) this.#keep(key, page);
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

  #keep(key: string, page: CachedPage): void {
    const { maxPages = 2000 } = this.#options;
    this.#pages.set(key, page);
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= maxPages) break;
      this.#pages.delete(oldest);
    }
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
