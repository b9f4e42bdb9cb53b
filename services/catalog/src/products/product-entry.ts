import { auditEntry, type NewAuditEntry, type StaffCall } from '@kinmel/service-kit';
import type { ProductState } from './product.rules.ts';
import { adminProductAnswer } from './product-answer.ts';

/** The staff view, which has no customer data, without derived fields. */
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
    { before: auditedFields(before), after: auditedFields(after), shown: 'all' },
  );
