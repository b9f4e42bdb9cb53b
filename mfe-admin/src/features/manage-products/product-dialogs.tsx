import { Link, toast } from '@kinmel/web-kit';
import { productFailure } from '../../failure-text.ts';
import { DeleteRecord } from '../../forms/delete-record.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { useInDollars } from '../../money/in-dollars.tsx';
import type { ListedProduct } from '../../products/product-answers.rules.ts';
import { MainFields, ProductNotices, SpecFields } from '../../products/product-fields.tsx';
import { modalTexts, updateBody } from '../../products/product-form.rules.ts';
import { productsApi, useReadProducts } from '../../products/products-api.ts';
import { useProductForm } from '../../products/use-product-form.ts';

export function EditProductDialog({ row: product, onClose }: RecordDialogProps<ListedProduct>) {
  const [update] = productsApi.useUpdateProductMutation();
  const recordForm = useProductForm({
    product,
    texts: modalTexts,
    save: (fields, current = product) => update({ id: current.id, body: updateBody(fields, current) }),
    onSaved: () => {
      toast.success('Product updated successfully!');
      guard.leave(onClose);
    },
  });
  const guard = useLeaveGuard(recordForm.isDirty, recordForm.deleteDraft);
  return (
    <>
      <FormDialog
        title={`Edit ${recordForm.current?.name}`}
        size="wide"
        submitText="Save changes"
        canSubmit={!recordForm.isDeleted}
        recordForm={{ isSaving: recordForm.isSaving, submit: recordForm.submit, formRef: recordForm.formRef }}
        onClose={() => guard.ask(onClose)}
      >
        <ProductNotices recordForm={recordForm} />
        <MainFields recordForm={recordForm} />
        <SpecFields recordForm={recordForm} />
        <p>
          The image is changed on <Link to={`/edit-product/${product.id}`}>the page of the product</Link>.
        </p>
      </FormDialog>
      {guard.question}
    </>
  );
}

/** Asks for confirmation before a product is permanently deleted. */
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
        const rows = await readProducts([id]);
        return rows && (rows[0] ?? null);
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
