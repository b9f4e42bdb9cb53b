import { createServiceApp, type HealthParts, type Metrics, type TokenVerifier } from '@kinmel/service-kit';
import type express from 'express';
import type { CatalogContext } from './context.ts';
import { dashboardRoutes } from './dashboard/dashboard.routes.ts';
import { imagesRoutes, picturesHandler } from './images/images.routes.ts';
import { productsRoutes } from './products/products.routes.ts';
import { searchRoutes } from './search/search.routes.ts';

export interface CatalogAppOptions {
  readonly verifier: TokenVerifier;
  readonly metrics: Metrics;
  readonly health: HealthParts;
}

export function createCatalogApp(context: CatalogContext, options: CatalogAppOptions): express.Express {
  return createServiceApp({
    service: 'catalog',
    logger: context.logger,
    ...options,
    routes: [
      ...productsRoutes(context),
      ...searchRoutes(context),
      ...imagesRoutes(context),
      ...dashboardRoutes(context),
    ],
    extend: (app) => {
      app.use('/uploads', picturesHandler(context));
    },
  });
}
