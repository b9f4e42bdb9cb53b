import { createCircuit, type Logger } from '@kinmel/service-kit';
import { z } from 'zod';
import type { ActiveRemotes } from '../../registry/active-remotes.ts';
import { shellPart } from '../../registry/versions/build-files.ts';
import { fetchAnswer } from '../../upstreams/fetch-answer.ts';
import { UpstreamError } from '../../upstreams/upstream-error.ts';

/** The versions of the shell and of remotes (by name) that are rendered together. */
export interface RenderedVersions {
  readonly shell: string;
  readonly remotes: Readonly<Record<string, string>>;
  /** The hashes of their server files, by `shell` or remote: the signed ones, which the render process compares. */
  readonly hashes: Readonly<Record<string, string>>;
}

/** Longer than the render process takes for a page at most. Milliseconds. */
const renderTimeoutMs = 5000;

/** Concurrent renders; beyond them a page is sent without one. */
const capacity = 64;

const answerSchema = z.object({ html: z.string() });

/** The text of a version's server file; rejects when it cannot be read. */
type ReadServerFile = (part: string, version: string) => Promise<string>;

export type RenderClient = ReturnType<typeof createRenderClient>;

/** Client of the render process. It sends nothing about the visitor: no cookie, address or header. */
export function createRenderClient(
  url: string,
  remotes: Pick<ActiveRemotes, 'lastAutomaticRollback'>,
  logger: Logger,
  readServerFile: ReadServerFile,
) {
  const circuit = createCircuit('render', {
    capacity,
    // An error answer is about one page, not about the process.
    isServiceFailure: (error) => error instanceof UpstreamError,
    refusal: (reason) => new UpstreamError(reason),
    onChange: (state) => logger.warn({ state }, 'the circuit of the render process changed'),
  });

  const send = (path: string, body: string) =>
    fetchAnswer(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      deadlineMs: renderTimeoutMs,
    });

  /** JSON text of the server files of a set, without those that cannot be read. */
  async function filesOf({ shell, remotes: versions }: RenderedVersions): Promise<string> {
    const parts = Object.entries({ [shellPart]: shell, ...versions });
    const results = await Promise.allSettled(parts.map(([part, version]) => readServerFile(part, version)));
    const files = parts.flatMap(([part], index) => {
      const result = results[index];
      return result?.status === 'fulfilled' ? [[part, result.value] as const] : [];
    });
    return JSON.stringify(Object.fromEntries(files));
  }

  /** @param body JSON text of an object */
  const post = (path: string, versions: RenderedVersions, body: string): Promise<string> =>
    circuit.run(async () => {
      let answer = await send(path, body);
      if (answer.status === 409)
        answer = await send(path, `${body.slice(0, -1)},"files":${await filesOf(versions)}}`);
      if (answer.status !== 200) throw new Error(`the render process answered ${answer.status}`);
      return answer.body.toString('utf8');
    });

  /** Each render instance restarts at the next page that names a newer automatic rollback. */
  const withRollback = (versions: RenderedVersions) => ({
    ...versions,
    rollback: remotes.lastAutomaticRollback,
  });

  return {
    /** Rejects when the page was not rendered. */
    async render(
      versions: RenderedVersions,
      page: {
        readonly remote: string | undefined;
        readonly address: string;
        /** JSON text. */
        readonly registry: string;
        /** JSON text of each answer, by its request. */
        readonly firstData: ReadonlyMap<string, string>;
      },
    ): Promise<string> {
      const { remote, address, registry, firstData } = page;
      const answers = [...firstData].map(([request, text]) => `${JSON.stringify(request)}:${text}`);
      const head = JSON.stringify({ ...withRollback(versions), remote, address }).slice(0, -1);
      const text = await post(
        '/internal/pages',
        versions,
        `${head},"registry":${registry},"firstData":{${answers.join(',')}}}`,
      );
      return answerSchema.parse(JSON.parse(text)).html;
    },
    /** Announces versions, so that their code is loaded before a page needs it. */
    prepare: (versions: RenderedVersions) =>
      post('/internal/sets', versions, JSON.stringify(withRollback(versions))),
    close: () => circuit.shutdown(),
  };
}
