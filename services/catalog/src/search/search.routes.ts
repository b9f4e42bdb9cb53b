import { catalogEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { type SearchContext, suggestProducts } from './suggest-products.ts';

export function searchRoutes(context: SearchContext): Route[] {
  return [route(catalogEndpoints.suggestProducts, ({ query }) => suggestProducts(context, query.q))];
}
