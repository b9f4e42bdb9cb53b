import { Alert, Button, Dialog } from '@kinmel/ui';
import { apiProblem, toast } from '@kinmel/web-kit';
import { useRef, useState } from 'react';
import type { ListedProduct } from '../../products/product-answers.rules.ts';
import { productsApi } from '../../products/products-api.ts';

interface DeleteDialogProps {
  product: ListedProduct | undefined;
  onClose: () => void;
}

/** AERR-25 when the shop answered without words, AERR-26 when the call itself failed (CONF-41). */
function failureText(error: unknown): string {
  const { kind, message } = apiProblem(error);
  if (kind === 'network' || kind === 'timeout') return 'Error deleting product';
  return (kind === 'answer' && message) || 'Failed to delete product';
}

/** Asks before a product leaves the shop for good (APROD-05, APROD-06). */
export function DeleteDialog({ product, onClose }: DeleteDialogProps) {
  const [remove, { isLoading }] = productsApi.useDeleteProductMutation();
  const [failure, setFailure] = useState<string>();
  const cancel = useRef<HTMLButtonElement>(null);
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const confirm = async () => {
    if (!product) return;
    setFailure(undefined);
    const { error } = await remove({ id: product.id, version: product.version });
    // Gone already is what was wanted.
    if (error && apiProblem(error).status !== 404) return setFailure(failureText(error));
    toast.success('Product deleted successfully!');
    close();
  };
  return (
    <Dialog
      open={product !== undefined}
      onClose={close}
      canDismiss={!isLoading}
      title="Delete product"
      initialFocus={cancel}
      withoutCross
      actions={
        <>
          <Button ref={cancel} look="line" onClick={close}>
            Cancel
          </Button>
          <Button look="danger" busy={isLoading} busyText="Deleting..." onClick={() => void confirm()}>
            Delete
          </Button>
        </>
      }
    >
      <p>Are you sure you want to permanently delete "{product?.name}"? This action cannot be undone.</p>
      {failure ? <Alert tone="bad">{failure}</Alert> : null}
    </Dialog>
  );
}
