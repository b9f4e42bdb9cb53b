import { pictureFilesHandler } from '@kinmel/pictures';
import { createServiceApp, operatorRoutes, type ServiceParts } from '@kinmel/service-kit';
import type express from 'express';
import { alertsRoutes } from './alerts/alerts.routes.ts';
import type { CatalogContext } from './context.ts';
import { devicesRoutes } from './devices/devices.routes.ts';
import { imagesRoutes } from './images/images.routes.ts';
import { productsRoutes } from './products/products.routes.ts';
import { stockRoutes } from './stock/stock.routes.ts';
import { wishlistRoutes } from './wishlist/wishlist.routes.ts';

export function createCatalogApp(context: CatalogContext, options: ServiceParts): express.Express {
  return createServiceApp({
    service: 'catalog',
    logger: context.logger,
    ...options,
    routes: [
      ...productsRoutes(context),
      ...imagesRoutes(context),
      ...stockRoutes(context),
      ...devicesRoutes(context),
      ...alertsRoutes(context),
      ...wishlistRoutes(context),
      ...operatorRoutes('catalog', context),
    ],
    extend: (app) => {
      app.use('/uploads', pictureFilesHandler(context.pictures));
    },
  });
}
