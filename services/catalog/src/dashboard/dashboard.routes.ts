import { catalogEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';

export interface DashboardContext {
  readonly countProducts: () => Promise<number>;
}

export function dashboardRoutes({ countProducts }: DashboardContext): Route[] {
  return [
    route(catalogEndpoints.getDashboardStats, async () => {
      const totalProducts = await countProducts();
      return { success: true as const, totalProducts, data: { totalProducts } };
    }),
  ];
}
