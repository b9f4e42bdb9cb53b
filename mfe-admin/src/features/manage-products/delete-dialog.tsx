import { Alert, Button, Dialog } from '@kinmel/ui';
import { apiProblem, formatPrice, toast, useAppDispatch } from '@kinmel/web-kit';
import { useRef, useState } from 'react';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import type { ListedProduct } from '../../products/product-answers.rules.ts';
import { productsApi } from '../../products/products-api.ts';

const changedText =
  'Someone else changed this product meanwhile. This is how it is now; Delete takes it away all the same.';

/** AERR-25 when the shop answered without words, AERR-26 when the call itself failed. */
function failureText(error: unknown): string {
  const { kind, message } = apiProblem(error);
  if (kind === 'network' || kind === 'timeout') return 'Error deleting product';
  return (kind === 'answer' && message) || 'Failed to delete product';
}

/** Asks before a product leaves the shop for good. */
export function DeleteDialog({ row: product, list, onClose }: RecordDialogProps<ListedProduct>) {
  const dispatch = useAppDispatch();
  const [remove, { isLoading }] = productsApi.useDeleteProductMutation();
  const [failure, setFailure] = useState<string>();
  /** As somebody else left it meanwhile, and as it is deleted when Delete is pressed again. */
  const [fresh, setFresh] = useState<ListedProduct>();
  const cancel = useRef<HTMLButtonElement>(null);
  const meetFresh = async (id: string) => {
    list.refresh();
    const { data } = await dispatch(
      productsApi.endpoints.findAdminProducts.initiate([id], { forceRefetch: true, subscribe: false }),
    );
    if (data?.length === 0) return onClose();
    setFresh(data?.[0]);
    setFailure(data ? changedText : 'Error deleting product');
  };
  const confirm = async () => {
    setFailure(undefined);
    const { error } = await remove({ id: product.id, version: (fresh ?? product).version });
    const { code, status } = apiProblem(error);
    if (code === 'version-conflict') return meetFresh(product.id);
    // One that is deleted already is what was wanted.
    if (error && status !== 404) return setFailure(failureText(error));
    toast.success('Product deleted successfully!');
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      canDismiss={!isLoading}
      title="Delete product"
      initialFocus={cancel}
      withoutCross
      actions={
        <>
          <Button ref={cancel} look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button look="danger" busy={isLoading} busyText="Deleting..." onClick={() => void confirm()}>
            Delete
          </Button>
        </>
      }
    >
      <p>Are you sure you want to permanently delete "{product.name}"? This action cannot be undone.</p>
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
      {fresh ? (
        <p>
          {fresh.name}, {formatPrice(fresh.price, 'USD')}
          {fresh.stock === undefined ? '' : `, ${fresh.stock.toLocaleString('en-US')} pieces`}
        </p>
      ) : null}
    </Dialog>
  );
}
