import { type Change, UsageError } from './change.ts';
import { endpointChanges } from './endpoint.ts';
import { eventChanges } from './event.ts';
import { pageFeatureChanges, serviceFeatureChanges } from './feature.ts';
import { outsideRemoteChanges, remoteChanges } from './remote.ts';

export const usage = `npm run new <kind> …

  feature <service> <name>         npm run new feature catalog brands
  feature <remote> <page>          npm run new feature mfe-catalog compare
  feature mfe-admin <list> <service>
                                   npm run new feature mfe-admin subscriptions notification
  endpoint <service> <feature> <use-case> <METHOD> <address> <role>
                                   npm run new endpoint catalog products compare-products GET /api/products/compare public
  remote <mfe-name> <page> <role>  npm run new remote mfe-magazine articles public
  remote [mfe-name] [page] [role] --outside <folder>
                                   npm run new remote -- --outside ../mfe-magazine
  event <service> <noun.done> [vN] npm run new event catalog product.restocked
`;

/**
 * The changes for a call of `npm run new`.
 * @param outside the folder of a separate repository, which the paths of the changes are relative to
 * @throws UsageError when the arguments are wrong
 */
export async function generate(
  repository: string,
  [kind, ...words]: readonly string[],
  outside?: string,
): Promise<Change[]> {
  if (outside !== undefined) {
    if (kind !== 'remote') throw new UsageError(`--outside is for a remote.\n\n${usage}`);
    return outsideRemoteChanges(repository, outside, words);
  }
  switch (kind ?? '') {
    case 'feature':
      return words[0]?.startsWith('mfe-')
        ? pageFeatureChanges(repository, words[0], words[1], words[2])
        : serviceFeatureChanges(repository, words[0], words[1]);
    case 'endpoint':
      return endpointChanges(repository, words);
    case 'remote':
      return remoteChanges(repository, words);
    case 'event':
      return eventChanges(repository, words[0], words[1], words[2]);
    default:
      throw new UsageError(kind ? `There is no kind "${kind}".\n\n${usage}` : usage);
  }
}
