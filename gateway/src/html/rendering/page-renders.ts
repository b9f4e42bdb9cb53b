import type { RemoteBuild, ShellBuild } from '@kinmel/contracts';
import type { Logger } from '@kinmel/service-kit';
import type { View } from '../../registry/active-remotes.ts';
import type { FirstData } from '../first-view/first-data.ts';
import { findPage, firstRequests, type PageMatch } from '../page-match.ts';
import type { RenderClient, RenderedVersions } from './render-client.ts';

/** How a page that can be rendered was sent: with its rendering, or without because that was late or failed. */
export type RenderOutcome = 'rendered' | 'late' | 'failed';

export interface RenderedPage {
  readonly shell: ShellBuild;
  readonly view: View;
  /** Undefined for the page of an unknown address. */
  readonly match: PageMatch | undefined;
  readonly address: string;
  readonly data: FirstData;
}

/** Used in place of every unknown address. */
const unknownPath = '/page-not-found';

/** Only public remotes are rendered. */
const isRendered = (build: RemoteBuild) =>
  build.server !== undefined && build.declaration.requiredRole === 'public';

const isRenderable = ({ build, page }: PageMatch) => !page.ownFrame && isRendered(build);

const versionsOf = (shell: ShellBuild, { builds }: View): RenderedVersions => {
  const rendered = builds.filter(isRendered);
  const hashes = rendered.map(
    ({ declaration, server }) => [declaration.name, server?.integrity ?? ''] as const,
  );
  return {
    shell: shell.version,
    remotes: Object.fromEntries(rendered.map(({ declaration, version }) => [declaration.name, version])),
    hashes: { shell: shell.server?.integrity ?? '', ...Object.fromEntries(hashes) },
  };
};

export type PageRenders = ReturnType<typeof createPageRenders>;

/**
 * Gets pages from the render process. Decides which pages are rendered and how long a request waits.
 * @param waitMs how long a page waits for its rendering
 */
export function createPageRenders(client: RenderClient, logger: Logger, waitMs: number) {
  const registries = new WeakMap<View, string>();
  const outcomes: Record<RenderOutcome, number> = { rendered: 0, late: 0, failed: 0 };

  function registryOf(view: View): string {
    const registryText = registries.get(view) ?? JSON.stringify(view.registry);
    registries.set(view, registryText);
    return registryText;
  }

  return {
    outcomes,
    /**
     * Whether a page is rendered on the server: its first-view data is complete and its versions have server files. Pages of
     * the back office and pages with their own frame are not rendered.
     */
    canRender({ shell, match, data }: Pick<RenderedPage, 'shell' | 'match' | 'data'>): boolean {
      if (!shell.server || !data.isCacheable) return false;
      if (!match) return true;
      return isRenderable(match) && firstRequests(match).every(({ url }) => data.texts.has(url));
    },
    /** The addresses of pages without parameters, which can be rendered before they are requested. */
    knownAddresses({ builds }: View): string[] {
      const paths = builds.flatMap(({ declaration }) => declaration.pages.map(({ path }) => path));
      return paths.filter((path) => {
        const match = path.includes(':') ? undefined : findPage(builds, path, new URLSearchParams());
        return match && isRenderable(match) && firstRequests(match).length === match.page.firstData.length;
      });
    },
    /** Renders a page without a time limit of its own. Undefined when it cannot be rendered; never rejects. */
    async render({ shell, view, match, address, data }: RenderedPage): Promise<string | undefined> {
      try {
        return await client.render(versionsOf(shell, view), {
          remote: match?.build.declaration.name,
          address: match ? address : unknownPath,
          registry: registryOf(view),
          firstData: data.texts,
        });
      } catch (error) {
        logger.debug({ err: error, page: match?.page.path }, 'a page could not be rendered');
        return undefined;
      }
    },
    /** The rendering if it is ready within `waitMs`; counts the outcome. */
    async awaitInTime<Result>(rendering: Promise<Result | undefined>): Promise<Result | undefined> {
      const { promise: late, resolve } = Promise.withResolvers<'late'>();
      const timer = setTimeout(() => resolve('late'), waitMs);
      const result = await Promise.race([rendering, late]);
      clearTimeout(timer);
      outcomes[result === 'late' ? 'late' : result === undefined ? 'failed' : 'rendered'] += 1;
      return result === 'late' ? undefined : result;
    },
    /** Loads the code of the active versions in the render process. False while that is not available. */
    async prepare(shell: ShellBuild, view: View): Promise<boolean> {
      try {
        await client.prepare(versionsOf(shell, view));
        return true;
      } catch (error) {
        logger.debug({ err: error }, 'the new versions could not be announced to the render process');
        return false;
      }
    },
  };
}
