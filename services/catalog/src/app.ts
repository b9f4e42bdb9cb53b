import { pictureFilesHandler } from '@kinmel/pictures';
import { type OwnAppParts, operatorRoutes } from '@kinmel/service-kit';
import { alertsRoutes } from './alerts/alerts.routes.ts';
import type { CatalogContext } from './context.ts';
import { devicesRoutes } from './devices/devices.routes.ts';
import { imagesRoutes } from './images/images.routes.ts';
import { productsRoutes } from './products/products.routes.ts';
import { stockRoutes } from './stock/stock.routes.ts';
import { wishlistRoutes } from './wishlist/wishlist.routes.ts';

export const catalogApp = (context: CatalogContext): OwnAppParts => ({
  routes: [
    ...productsRoutes(context),
    ...imagesRoutes(context),
    ...stockRoutes(context),
    ...devicesRoutes(context),
    ...alertsRoutes(context),
    ...wishlistRoutes(context),
    ...operatorRoutes('catalog', context),
  ],
  health: { search: context.searchHealth },
  extend: (app) => {
    app.use('/uploads', pictureFilesHandler(context.pictures));
  },
});
