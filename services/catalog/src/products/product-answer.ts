import type { AdminProduct, Product } from '@kinmel/contracts';
import { auditEntry, type NewAuditEntry, pick, type StaffCall } from '@kinmel/service-kit';
import { availabilityOf } from '../stock/stock.rules.ts';
import { devicePart, type ProductState } from './product.rules.ts';
import { answeredFields } from './product-fields.rules.ts';

/** The public view, without stock. */
export function productAnswer(product: ProductState): Product {
  return {
    _id: product.id,
    ...pick(product, 'id', 'currency', 'image', 'version'),
    ...answeredFields(product),
    ...availabilityOf(product),
    pictures: [...product.pictures],
    createdAt: product.createdAt.toISOString(),
    updatedAt: product.updatedAt.toISOString(),
    ...devicePart(product),
  };
}

/** The staff view, with stock and switch. */
export function adminProductAnswer(product: ProductState): AdminProduct {
  return { ...productAnswer(product), stock: product.stock, isAvailable: product.isAvailable };
}

/** The staff view without derived fields, which has no customer data. */
function auditedFields(product: ProductState | null) {
  if (product === null) return null;
  const { inStock: _inStock, lowStockCount: _count, ...fields } = adminProductAnswer(product);
  return fields;
}

/** The audit entry of a change; null stands for a created or deleted product. */
export const productEntry = (
  by: StaffCall | undefined,
  before: ProductState | null,
  after: ProductState | null,
): NewAuditEntry | undefined =>
  auditEntry(
    by,
    { kind: 'product', id: (after ?? before)?.id ?? null },
    { before: auditedFields(before), after: auditedFields(after), shownFields: 'all' },
  );
