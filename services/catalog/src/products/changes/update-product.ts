import type { BodyOf, updateProduct as endpoint } from '@kinmel/contracts';
import { ProblemError, type StaffCall } from '@kinmel/service-kit';
import {
  changeProduct,
  type ProductFields,
  type ProductState,
  productNotFound,
  refuseForDevices,
} from '../product.rules.ts';
import { productEntry } from '../product-answer.ts';
import { storedFields } from '../product-fields.rules.ts';
import { picturesAfter } from '../product-pictures.ts';
import type { ProductsContext } from '../products-context.ts';
import { eventsOf, productSaved } from './product-saved.ts';

type Body = BodyOf<typeof endpoint>;

/** For concurrent writers of one product. */
const maxTries = 8;

/** Absent fields stay; null removes the old price. Unknown fields are ignored. */
async function changeOf(
  context: ProductsContext,
  product: ProductState,
  body: Body,
): Promise<Partial<ProductFields>> {
  return {
    ...storedFields(body),
    brand: body.brand === '' ? 'Unknown' : body.brand,
    isAvailable: body.inStock,
    stock: body.stock,
    ...(await picturesAfter(context.pictures, product, {
      image: body.image,
      images: body.images,
      alt: body.name ?? product.name,
    })),
  };
}

/**
 * Changes the given fields. A body with an older version is refused; stock is changed by the difference to `stockSeen`
 * (C16).
 */
export async function updateProduct(
  context: ProductsContext,
  id: string,
  body: Body,
  traceparent?: string,
  by?: StaffCall,
): Promise<ProductState> {
  const seen = { version: body.version, stock: body.stockSeen };
  if (seen.stock !== undefined && seen.version === undefined) throw versionMissing();
  for (let tries = 0; tries < maxTries; tries += 1) {
    const product = await context.products.find(id);
    if (!product) throw productNotFound();
    const change = await changeOf(context, product, body);
    // A device that is listed or held meanwhile changes the version of its product (D2), which is then read again.
    const hasListed = product.hasDevices === true && (await context.products.hasListedDevices(id));
    const decision = changeProduct(product, change, context.now(), seen);
    refuseForDevices(product, decision.product, hasListed);
    if (decision.events.length === 0) return product;
    const entry = productEntry(by, product, decision.product);
    if (
      await context.products.replace(product, decision.product, eventsOf(decision, traceparent), { entry })
    ) {
      await productSaved(context, decision);
      return decision.product;
    }
  }
  throw new ProblemError('conflict', 'This product is being changed by others. Please try again.');
}

/** Required, so that two admins who read the same stock are distinguished. */
function versionMissing(): ProblemError {
  const message = 'Name the version of the product at which you saw this number of pieces.';
  return new ProblemError('invalid-request', message, [{ path: 'version', message }]);
}
