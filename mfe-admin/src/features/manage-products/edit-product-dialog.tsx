import { Alert, Button, Dialog } from '@kinmel/ui';
import { Link, toast } from '@kinmel/web-kit';
import { useRef } from 'react';
import { RestoredAlert } from '../../forms/form-notices.tsx';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import type { RecordDialogProps } from '../../lists/list-declaration.ts';
import { ConflictAlert } from '../../products/conflict-alert.tsx';
import type { ListedProduct } from '../../products/product-answers.rules.ts';
import {
  BasicFields,
  CategoryField,
  PriceFields,
  SpecFields,
  StockFields,
} from '../../products/product-fields.tsx';
import { modalTexts, updateBody } from '../../products/product-form.rules.ts';
import { useFocusOnRefusal } from '../../products/use-focus-on-refusal.ts';
import { useProductEdit } from '../../products/use-product-edit.ts';
import classes from './manage-products.module.css';

/** The edit modal of the list. */
export function EditProductDialog({ row: product, onClose }: RecordDialogProps<ListedProduct>) {
  const edit = useProductEdit(product, { texts: modalTexts });
  const { base, form, errors, conflict } = edit;
  const guard = useLeaveGuard(edit.isChanged, edit.forgetDraft);
  const box = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(box, edit.refusals);
  const save = async () => {
    if (!(await edit.save(updateBody))) return;
    toast.success('Product updated successfully!');
    guard.leave(onClose);
  };
  const fields = {
    form,
    errors,
    onChange: edit.change,
    fresh: conflict?.form && { form: conflict.form, contested: conflict.contested },
  };
  return (
    <>
      <Dialog
        open
        onClose={() => guard.ask(onClose)}
        title={`Edit ${base.name}`}
        size="wide"
        actions={
          <>
            <Button look="line" onClick={() => guard.ask(onClose)}>
              Cancel
            </Button>
            <Button
              type="submit"
              form="edit-product"
              look="solid"
              busy={edit.isBusy}
              busyText="Saving..."
              disabled={conflict !== undefined && !conflict.form}
            >
              Save changes
            </Button>
          </>
        }
      >
        <form
          ref={box}
          id="edit-product"
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          {edit.isRestored ? <RestoredAlert onStartAnew={edit.startAnew} /> : null}
          <ConflictAlert conflict={conflict} />
          {edit.failure ? <Alert tone="bad">{edit.failure}</Alert> : null}
          <BasicFields {...fields} />
          <PriceFields {...fields} />
          <CategoryField {...fields} />
          <StockFields
            {...fields}
            stockNote={
              base.stock === undefined ? 'Pieces could not be loaded. They stay as they are.' : undefined
            }
          />
          <SpecFields {...fields} />
          <p>
            The image is changed on <Link to={`/edit-product/${base.id}`}>the page of the product</Link>.
          </p>
        </form>
      </Dialog>
      {guard.question}
    </>
  );
}
