import { catalogEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { bulkUpdateProducts } from './changes/bulk-update-products.ts';
import { createProduct } from './changes/create-product.ts';
import { deleteProduct } from './changes/delete-product.ts';
import { updateProduct } from './changes/update-product.ts';
import { adminProductAnswer } from './product-answer.ts';
import type { ProductsContext } from './products-context.ts';
import { exportProducts } from './reads/export-products.ts';
import { listAdminProducts } from './reads/list-admin-products.ts';
import {
  getProduct,
  listChosenProducts,
  listProductIds,
  listProducts,
  listProductsOfCategory,
} from './reads/list-products.ts';

export function productsRoutes(context: ProductsContext): Route[] {
  return [
    route(catalogEndpoints.listProducts, ({ query }) => listProducts(context, query)),
    route(catalogEndpoints.listAdminProducts, ({ query }) => listAdminProducts(context, query)),
    route(catalogEndpoints.exportProducts, ({ query, staff }) => exportProducts(context, query, staff)),
    route(catalogEndpoints.listProductsOfCategory, ({ params, query }) =>
      listProductsOfCategory(context, params.category, query.sort),
    ),
    route(catalogEndpoints.listProductIds, ({ query }) => listProductIds(context, query.page)),
    route(catalogEndpoints.listChosenProducts, ({ query }) => listChosenProducts(context, query.ids)),
    route(catalogEndpoints.suggestProducts, ({ query }) => context.search.suggest(query.q.toLowerCase())),
    route(catalogEndpoints.getDashboardStats, async () => {
      const totalProducts = await context.products.count();
      return { totalProducts, data: { totalProducts } };
    }),
    route(catalogEndpoints.getProduct, ({ params }) => getProduct(context, params.id)),
    route(catalogEndpoints.createProduct, async ({ body, ...call }) => ({
      message: 'Product added successfully!',
      data: adminProductAnswer(await createProduct(context, body, call)),
    })),
    route(catalogEndpoints.updateProduct, async ({ params, body, ...call }) => ({
      message: 'Product updated successfully!',
      data: adminProductAnswer(await updateProduct(context, params.id, body, call)),
    })),
    route(catalogEndpoints.deleteProduct, async ({ params, query, ...call }) => ({
      message: 'Product deleted successfully!',
      data: adminProductAnswer(await deleteProduct(context, params.id, query.version, call)),
    })),
    route(catalogEndpoints.bulkUpdateProducts, ({ body, log, ...call }) =>
      bulkUpdateProducts(context, body, log, call),
    ),
  ];
}
