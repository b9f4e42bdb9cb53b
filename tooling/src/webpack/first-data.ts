import { type Endpoint, firstDataParameters, type RemoteDeclaration } from '@kinmel/contracts';
import { createApiRoutes } from '@kinmel/gateway/routes';
import { z } from 'zod';

const routes = createApiRoutes();

/** True when the answer is a list without a limit. */
const isList = ({ answer }: Endpoint): boolean =>
  answer instanceof z.ZodObject && answer.shape.data instanceof z.ZodArray;

/**
 * Faults of the first-view data of a remote: it must be a cacheable public read, bound its lists (`items`, or a `limit`
 * in the request) and depend only on parameters of the page.
 */
export function firstDataFaults({ pages }: Pick<RemoteDeclaration, 'pages'>): string[] {
  const undeclaredParameters = pages.flatMap((page) =>
    [...firstDataParameters(page)]
      .filter((name) => page.parameters?.includes(name) === false && !page.path.includes(`:${name}`))
      .map(
        (name) => `${page.path}: its first-view data depends on ${name}, which is none of its "parameters"`,
      ),
  );
  const unusableRequests = pages.flatMap(({ path, firstData }) =>
    firstData.flatMap(({ request, items }) => {
      const [address = '', query = ''] = request.replace(/\{[^}]*\}/g, 'x').split('?');
      const endpoint = routes.match('GET', address);
      if (endpoint?.role !== 'public' || endpoint.isPersonal || endpoint.isVolatile)
        return [`${path}: ${request} is no public read that may be kept, so that no page can start with it`];
      const isBounded = items !== undefined || new URLSearchParams(query).has('limit');
      return isList(endpoint) && !isBounded
        ? [`${path}: ${request} lists all there is; "items" says how many the page starts with`]
        : [];
    }),
  );
  return [...undeclaredParameters, ...unusableRequests];
}
