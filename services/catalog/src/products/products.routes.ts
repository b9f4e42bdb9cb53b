import { catalogEndpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { createProduct } from './create-product.ts';
import { deleteProduct } from './delete-product.ts';
import { getProduct } from './get-product.ts';
import { listProducts } from './list-products.ts';
import { listProductsOfCategory } from './list-products-of-category.ts';
import { adminProductAnswer } from './product-answer.ts';
import type { ProductsContext } from './products-context.ts';
import { updateProduct } from './update-product.ts';

export function productsRoutes(context: ProductsContext): Route[] {
  return [
    route(catalogEndpoints.listProducts, ({ query }) => listProducts(context, query)),
    route(catalogEndpoints.listProductsOfCategory, ({ params, query }) =>
      listProductsOfCategory(context, params.category, query.sort),
    ),
    route(catalogEndpoints.getProduct, ({ params }) => getProduct(context, params.id)),
    route(catalogEndpoints.createProduct, async ({ body, traceparent }) => ({
      success: true as const,
      message: 'Product added successfully!',
      data: adminProductAnswer(await createProduct(context, body, traceparent)),
    })),
    route(catalogEndpoints.updateProduct, async ({ params, body, traceparent }) => ({
      success: true as const,
      message: 'Product updated successfully!',
      data: adminProductAnswer(await updateProduct(context, params.id, body, traceparent)),
    })),
    route(catalogEndpoints.deleteProduct, async ({ params, traceparent }) => ({
      success: true as const,
      message: 'Product deleted successfully!',
      data: adminProductAnswer(await deleteProduct(context, params.id, traceparent)),
    })),
  ];
}
