import { type Change, UsageError } from './change.ts';
import { componentChanges } from './component.ts';
import { decisionChanges } from './decision.ts';
import { endpointChanges } from './endpoint.ts';
import { eventChanges } from './event.ts';
import { pageFeatureChanges, serviceFeatureChanges } from './feature.ts';
import { outsideRemoteChanges, remoteChanges } from './remote.ts';
import { serviceChanges } from './service.ts';

export const usage = `npm run new <kind> …

  service <name> <feature>         npm run new service loyalty rewards
  feature <service> <name>         npm run new feature catalog brands
  feature <remote> <page>          npm run new feature mfe-catalog compare
  feature mfe-admin <list> <service>
                                   npm run new feature mfe-admin subscriptions notification
  endpoint <service> <feature> <use-case> <METHOD> <address> <role>
                                   npm run new endpoint catalog products compare-products GET /api/products/compare public
  component <folder> <name>        npm run new component label price-tag
  remote <mfe-name> <page> <role>  npm run new remote mfe-magazine articles public
  remote [mfe-name] [page] [role] --outside <folder>
                                   npm run new remote -- --outside ../mfe-magazine
  event <service> <noun.done> [vN] npm run new event catalog product.restocked
  decision "<title>"               npm run new decision -- "Prices are integers inside"
`;

/**
 * The changes of a call of `npm run new`.
 * @param today date of a decision, `YYYY-MM-DD`
 * @param outside the folder of a repository of its own, which the paths of the changes then start at
 * @throws UsageError when the arguments are wrong
 */
export async function generate(
  repository: string,
  [kind, ...words]: readonly string[],
  today: string,
  outside?: string,
): Promise<Change[]> {
  if (outside !== undefined) {
    if (kind !== 'remote') throw new UsageError(`--outside is for a remote.\n\n${usage}`);
    return outsideRemoteChanges(repository, outside, words);
  }
  switch (kind ?? '') {
    case 'service':
      return serviceChanges(repository, words[0], words[1]);
    case 'feature':
      return words[0]?.startsWith('mfe-')
        ? pageFeatureChanges(repository, words[0], words[1], words[2])
        : serviceFeatureChanges(repository, words[0], words[1]);
    case 'endpoint':
      return endpointChanges(repository, words);
    case 'component':
      return componentChanges(words[0], words[1]);
    case 'remote':
      return remoteChanges(repository, words);
    case 'event':
      return eventChanges(repository, words[0], words[1], words[2]);
    case 'decision':
      return decisionChanges(repository, words.join(' '), today);
    default:
      throw new UsageError(kind ? `There is no kind "${kind}".\n\n${usage}` : usage);
  }
}
