import { toast } from '@kinmel/web-kit';
import { productFailure } from '../../failure-text.ts';
import { DeleteRecord } from '../../forms/delete-record.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { useInDollars } from '../../money/in-dollars.tsx';
import type { ListedProduct } from '../../products/product-answers.rules.ts';
import { productsApi, useReadProducts } from '../../products/products-api.ts';

/** Asks before a product is deleted for good. */
export function DeleteDialog({ row: product, list, onClose }: RecordDialogProps<ListedProduct>) {
  const readProducts = useReadProducts();
  const inDollars = useInDollars();
  const [remove] = productsApi.useDeleteProductMutation();
  return (
    <DeleteRecord
      row={product}
      noun="product"
      describe={({ name, price, stock }) =>
        [name, inDollars(price).join(' · '), stock === undefined ? '' : `${stock} pieces`]
          .filter(Boolean)
          .join(', ')
      }
      remove={remove}
      readFresh={async (id) => {
        list.refresh();
        const found = await readProducts([id]);
        return found && (found[0] ?? null);
      }}
      onDeleted={() => {
        toast.success('Product deleted successfully!');
        onClose();
      }}
      onClose={onClose}
      failureText={(error) => productFailure(error, 'Error deleting product', 'Failed to delete product')}
    >
      {() => (
        <p>{`Are you sure you want to permanently delete "${product.name}"? This action cannot be undone.`}</p>
      )}
    </DeleteRecord>
  );
}
