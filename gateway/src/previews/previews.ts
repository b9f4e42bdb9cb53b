import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { AdminFilesGate } from '../policies/admission/admin-files.ts';
import { sendProblem } from '../problem-answer.ts';
import type { ActiveRemotes, PreviewedVersion } from '../registry/active-remotes.ts';
import { hostCookie } from '../registry/canary.ts';
import type { PartRegistry } from '../registry/open-registry.ts';
import { leavePreviewPath, notIndexed } from './preview-bar.ts';
import { type Preview, PreviewRefusal, readPreview } from './preview-token.ts';

const cookieName = 'kinmel-preview';
const enterPath = '/preview';

/** Whether the request has the cookie, verified or not, with or without its prefix. */
export const carriesPreviewCookie = ({ headers }: IncomingMessage): boolean =>
  headers.cookie?.includes(`${cookieName}=`) === true;

export interface PreviewsOptions {
  readonly registry: Pick<PartRegistry, 'keysOf' | 'verifyFiles'>;
  readonly remotes: ActiveRemotes;
  readonly adminFiles: AdminFilesGate;
  /** The public origin of the shop; by default the one that a request names. */
  readonly origin: string | undefined;
  readonly isHttps: boolean;
}

export type Previews = ReturnType<typeof openPreviews>;

/** Versions that one browser sees by a signed link (decision 71). */
export function openPreviews(options: PreviewsOptions) {
  const { registry, remotes, adminFiles, origin, isHttps } = options;
  const previewOfRequest = new WeakMap<IncomingMessage, PreviewedVersion>();
  const cookie = hostCookie(cookieName, isHttps);

  const read = (token: string, req: Request): Promise<Preview> =>
    readPreview(token, {
      keysOf: registry.keysOf,
      shop: origin ?? `${req.protocol}://${req.headers.host}`,
      now: new Date(),
    });

  const mayEnter = (req: IncomingMessage, preview: PreviewedVersion) =>
    !preview.isForAdmins || adminFiles.isAdmin(req);

  /** Verifies the token and every file of its version. */
  async function check(req: Request): Promise<{ token: string; preview: Preview }> {
    const { token } = req.query;
    if (typeof token !== 'string') throw new PreviewRefusal('This is no preview link of the shop.');
    const preview = await read(token, req);
    const { part, version } = preview;
    const refuse = (error: unknown): never => {
      const why = error instanceof Error ? error.message : 'it is not readable';
      throw new PreviewRefusal(`${part} ${version} cannot be shown: ${why}`);
    };
    const previewedVersion = await remotes.preview(part, version).catch(refuse);
    if (!mayEnter(req, previewedVersion))
      throw new PreviewRefusal(`Only admins may see ${part}. Sign in first.`);
    const build = previewedVersion.build ?? previewedVersion.shell?.build;
    if (build) await registry.verifyFiles(part, build).catch(refuse);
    return { token, preview };
  }

  return {
    /** The version that this browser sees, once `verify` has run. */
    of: (req: IncomingMessage): PreviewedVersion | undefined => previewOfRequest.get(req),

    /** With an invalid cookie or an unusable version the visitor sees the normal shop. */
    async verify(req: Request): Promise<void> {
      const token = cookie.read(req.headers.cookie);
      if (token === undefined) return;
      try {
        const { part, version } = await read(token, req);
        const previewedVersion = await remotes.preview(part, version);
        if (mayEnter(req, previewedVersion)) previewOfRequest.set(req, previewedVersion);
      } catch {
        // The error was shown when the link was opened, so later requests just get the normal page.
      }
    },

    async enter(req: Request, res: Response): Promise<void> {
      try {
        const { token, preview } = await check(req);
        const seconds = Math.floor((Date.parse(preview.until) - Date.now()) / 1000);
        res.setHeader('Set-Cookie', cookie.set(token, seconds));
        res.redirect(303, '/');
      } catch (error) {
        if (!(error instanceof PreviewRefusal)) throw error;
        sendProblem(res, 'not-allowed', {}, error.message);
      }
    },

    leave(res: Response): void {
      res.setHeader('Set-Cookie', cookie.clear());
      res.redirect(303, '/');
    },
  };
}

const methodOf = { [enterPath]: 'GET', [leavePreviewPath]: 'POST' } as const;

/** Opens and leaves previews, and finds the preview of other requests. Must run after `adminFiles`. */
export function previews(gate: Previews): RequestHandler {
  return async (req, res, next) => {
    const { path, method } = req;
    if (path !== enterPath && path !== leavePreviewPath) {
      if (carriesPreviewCookie(req) && !path.startsWith('/api/')) await gate.verify(req);
      return next();
    }
    if (method !== methodOf[path])
      return sendProblem(res, 'method-not-allowed', { Allow: methodOf[path], Connection: 'close' });
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader(...notIndexed);
    if (path === enterPath) await gate.enter(req, res);
    else gate.leave(res);
  };
}
