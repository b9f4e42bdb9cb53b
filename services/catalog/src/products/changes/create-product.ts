import type { BodyOf, createProduct as endpoint, StoredProductFields } from '@kinmel/contracts';
import type { CausedBy } from '@kinmel/service-kit';
import { createProduct as decide, initialStock, type ProductState } from '../product.rules.ts';
import { productEntry } from '../product-answer.ts';
import { storedFields } from '../product-fields.rules.ts';
import { picturesAfter } from '../product-pictures.ts';
import type { ProductsContext } from '../products-context.ts';
import { eventsOf, productSaved } from './product-saved.ts';

export async function createProduct(
  context: ProductsContext,
  body: BodyOf<typeof endpoint>,
  call: CausedBy = {},
): Promise<ProductState> {
  const pictureFields = await picturesAfter(
    context.pictures,
    { image: '', pictures: [] },
    { image: body.image, images: body.images, alt: body.name },
  );
  const fields = storedFields(body) as StoredProductFields;
  const decision = decide(
    context.newId(),
    {
      ...fields,
      isAvailable: body.inStock,
      stock: initialStock(body.stock, body.inStock),
      ...pictureFields,
    },
    context.now(),
  );
  await context.products.insert(decision.product, eventsOf(decision, call), {
    entry: productEntry(call.staff, null, decision.product),
  });
  await productSaved(context, decision);
  return decision.product;
}
