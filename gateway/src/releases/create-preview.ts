import type { AnswerOf, BodyOf, createPreview as endpoint } from '@kinmel/contracts';
import { ProblemError } from '@kinmel/service-kit';
import { previewLink } from '../previews/preview-token.ts';
import { assertKey } from './change-release.ts';
import type { ReleasesContext } from './releases-context.ts';

/** Creates a link to a version if that is known, signed and compatible with the active ones. */
export async function createPreview(
  { config, remotes, origin }: ReleasesContext,
  { part, version }: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>['data']> {
  const privateKeyFile = assertKey(config);
  if (origin === undefined)
    throw new ProblemError(
      'service-unavailable',
      'This gateway does not know the address of the shop (GATEWAY_PUBLIC_URL).',
      undefined,
      { isRoutine: true },
    );
  await remotes.preview(part, version).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'it is not readable';
    throw new ProblemError('conflict', `${part} ${version} cannot be shown: ${reason}`, undefined, {
      cause: error,
    });
  });
  return { url: previewLink({ part, version, shop: origin }, privateKeyFile, new Date()) };
}
