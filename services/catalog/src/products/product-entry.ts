import { auditEntry, type NewAuditEntry, type StaffCall } from '@kinmel/service-kit';
import type { ProductState } from './product.rules.ts';
import { adminProductAnswer } from './product-answer.ts';

/** A product as staff see it holds nothing about a customer; what follows from other fields is left out. */
function auditedFields(product: ProductState | null) {
  if (product === null) return null;
  const { inStock: _inStock, lowStockCount: _count, ...fields } = adminProductAnswer(product);
  return fields;
}

/** The audit entry of a change to a product; null stands for one that is not there yet, or not any more. */
export const productEntry = (
  by: StaffCall | undefined,
  before: ProductState | null,
  after: ProductState | null,
): NewAuditEntry | undefined =>
  auditEntry(
    by,
    { kind: 'product', id: (after ?? before)?.id ?? null },
    { before: auditedFields(before), after: auditedFields(after), shown: 'all' },
  );
