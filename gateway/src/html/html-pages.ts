import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { RemoteBuild } from '@kinmel/contracts';
import type { Logger } from '@kinmel/service-kit';
import type { HeaderList } from '../policies/answers/security-headers.ts';
import type { ActiveRemotes, View, Visitor } from '../registry/active-remotes.ts';
import { integrityOf } from '../registry/build-files.ts';
import { type CachedResponse, makeCachedResponse } from '../response-cache/cached-response.ts';
import type { ResponseCache } from '../response-cache/response-cache.ts';
import { type FirstData, loadFirstData, noFirstData } from './first-data.ts';
import { dataBlock } from './markup.ts';
import { pageHead } from './page-head.ts';
import {
  findPage,
  firstRequests,
  isSecretPath,
  isSpecifiedPath,
  type PageMatch,
  requestParameter,
} from './page-match.ts';
import { firstViewFiles, picturePreload } from './preloads.ts';
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
  readonly maxPages?: number;
}

/** A page and the answers that it shows; it is good as long as each of them is. */
interface CachedPage {
  readonly answer: CachedResponse;
  readonly madeOf: readonly CachedResponse[];
}

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
  readonly #manifests = new Map<string, string>();
  #document: ShellDocument | undefined;
  #preparedFrom: ShellOnDisk | undefined;
  /** Rises when shell or registry change: what was begun before is sent but not kept. */
  #generation = 0;

  constructor(options: HtmlPagesOptions) {
    this.#options = options;
    const changed = () => {
      this.#generation += 1;
      this.#pages.clear();
      this.#prepare();
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
    if (!page) return undefined;
    const now = performance.now();
    const isGood =
      page.madeOf.every((answer) => !answer.isDropped && answer.goodUntil >= now) &&
      (page.madeOf.length === 0 || this.#options.responseCache.isOpen);
    if (isGood) return page.answer;
    this.#pages.delete(key);
    return undefined;
  }

  /**
   * The page of an address for a visitor; undefined while there is no shell. Never rejects because of a service. Unless services
   * may be asked, what is not kept comes without first-view data.
   */
  async answer(
    path: string,
    query: URLSearchParams,
    visitor: Visitor,
    mayAsk = true,
  ): Promise<CachedResponse | undefined> {
    const document = this.#document;
    if (!document) return undefined;
    const generation = this.#generation;
    const view = this.#options.remotes.viewOf(visitor);
    const match = findPage(view.builds, path, query);
    const isSecret = isSecretPath(path);
    const status = match || isSpecifiedPath(path) ? 200 : 404;
    // Where no remote's page is, the shell's own is the same at every address, of which there are as many as somebody asks for.
    const key = `${view.key} ${match ? canonicalAddress(path, match) : `unmatched ${status} ${isSecret}`}`;
    // So is a page without its first-view data at all addresses of its kind.
    const bareKey = match && !mayAsk ? `${view.key} bare ${match.page.path}` : undefined;
    const cached = this.#find(key) ?? (bareKey === undefined ? undefined : this.#find(bareKey));
    if (cached) return cached;

    const data = mayAsk ? await loadFirstData(this.#options, match) : noFirstData;
    const isPrivate = view.key !== '' || this.#options.remotes.hasCanary;
    const answer = await makeCachedResponse({
      status,
      plain: Buffer.from(await this.#render(document, view, match, data, bareKey !== undefined)),
      contentType: 'text/html; charset=utf-8',
      cacheControl: isPrivate ? 'private, no-cache' : 'no-cache',
      vary: isPrivate ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
      securityHeaders: document.allowOwnScripts(
        isSecret ? withoutReferrer(this.#options.pageHeaders) : this.#options.pageHeaders,
      ),
    });
    if (generation === this.#generation) {
      if (bareKey !== undefined) this.#keep(bareKey, { answer, madeOf: [] });
      else if (data.isCacheable) this.#keep(key, { answer, madeOf: data.madeOf });
    }
    return answer;
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
      });
    if (!match) {
      const { title, tags } = head(undefined);
      return document.render(title, tags, registry);
    }

    const files = firstViewFiles(view.builds, match);
    const manifests = await Promise.all(
      files.builds.map(async (build) => [build.declaration.name, await this.#manifest(build)] as const),
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
    );
  }

  /** The text of a build's manifest, if it is still what was built. */
  async #manifest(build: RemoteBuild): Promise<string | undefined> {
    const { name } = build.declaration;
    const key = `${name}/${build.version}`;
    const known = this.#manifests.get(key);
    if (known !== undefined) return known;
    try {
      const bytes = await readFile(join(this.#options.remotesFolder, key, build.manifest));
      if (integrityOf(bytes) !== build.files[build.manifest]?.integrity)
        throw new Error('it is not what was built');
      // The build indents it; the page need not.
      const text = JSON.stringify(JSON.parse(bytes.toString('utf8')));
      this.#manifests.set(key, text);
      return text;
    } catch (error) {
      this.#options.logger.error(
        { err: error, remote: name, version: build.version },
        'a manifest cannot be used',
      );
      return undefined;
    }
  }
}

/** A JSON object from texts that are JSON already; what is undefined is left out. */
function jsonObject(entries: readonly (readonly [string, string | undefined])[]): string {
  const members = entries.flatMap(([name, text]) =>
    text === undefined ? [] : [`${JSON.stringify(name)}:${text}`],
  );
  return `{${members.join(',')}}`;
}

/** The address with only those parameters that change what the page shows at first. */
function canonicalAddress(path: string, match: PageMatch): string {
  const used = new Set<string>();
  for (const { request, query = [] } of match.page.firstData) {
    for (const [, name = ''] of request.matchAll(requestParameter)) used.add(name);
    for (const name of query) used.add(name);
  }
  const parameters = new URLSearchParams();
  for (const [name, value] of match.parameters) {
    if (used.has(name) && !match.page.path.includes(`:${name}`)) parameters.append(name, value);
  }
  const text = parameters.toString();
  // A page that asks for nothing is the same for every key in its address, and no key is kept.
  const address = isSecretPath(path) ? match.page.path : path;
  return text ? `${address}?${text}` : address;
}
