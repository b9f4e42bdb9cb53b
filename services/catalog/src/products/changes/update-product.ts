import type { BodyOf, updateProduct as endpoint } from '@kinmel/contracts';
import { type CausedBy, changeRecord, refusal } from '@kinmel/service-kit';
import { changeProduct, type ProductState, refuseForDevices } from '../product.rules.ts';
import { productEntry } from '../product-answer.ts';
import { storedFields } from '../product-fields.rules.ts';
import { picturesAfter } from '../product-pictures.ts';
import type { ProductsContext } from '../products-context.ts';
import { eventsOf, findProduct, productIsBusy, productSaved } from './product-saved.ts';

type Body = BodyOf<typeof endpoint>;

/** Absent fields stay unchanged; null removes the old price. Unknown fields are ignored. */
async function changeOf(context: ProductsContext, product: ProductState, body: Body) {
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
 * (CAT-C16).
 */
export async function updateProduct(
  context: ProductsContext,
  id: string,
  body: Body,
  call: CausedBy = {},
): Promise<ProductState> {
  const readState = { version: body.version, stock: body.stockSeen };
  // Without the version, a second admin who read the same stock would not be detected.
  if (readState.stock !== undefined && readState.version === undefined)
    throw refusal(
      'version',
      'Name the version of the product at which you saw this number of pieces.',
      'invalid-request',
    );
  const { before, decision } = await changeRecord({
    read: () => findProduct(context, id),
    async decide(product) {
      const change = await changeOf(context, product, body);
      // When a device is listed or held meanwhile, the version of its product changes (CAT-D2), so it is read again.
      const hasListedDevices = product.hasDevices === true && (await context.products.hasListedDevices(id));
      const edit = changeProduct(product, change, context.now(), readState);
      refuseForDevices(product, edit.product, hasListedDevices);
      return edit.events.length > 0 ? edit : undefined;
    },
    save: (product, edit) =>
      context.products.replace(product, edit.product, eventsOf(edit, call), {
        entry: productEntry(call.staff, product, edit.product),
      }),
    busy: productIsBusy,
  });
  if (!decision) return before;
  await productSaved(context, decision);
  return decision.product;
}
