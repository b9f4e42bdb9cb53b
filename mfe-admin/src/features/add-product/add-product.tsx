import { typedAmount } from '@kinmel/contracts/browser';
import { Alert, Button, ConfirmDialog, Tabs, VisuallyHidden } from '@kinmel/ui';
import { apiProblem, formatPrice, Link, returnHere, toast } from '@kinmel/web-kit';
import { useFilePreview } from '@kinmel/web-kit/forms';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { reasonOf } from '../../failure-text.ts';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import { ContentTitle } from '../../frame/content-title.tsx';
import layout from '../../frame/layout.module.css';
import { fileError } from '../../products/image/form-pictures.rules.ts';
import { FurtherPictures, MainPicture } from '../../products/image/pictures.tsx';
import { useImageUpload } from '../../products/image/use-image-upload.ts';
import type { ListedProduct } from '../../products/product-answers.rules.ts';
import {
  BasicFields,
  CategoryField,
  PriceFields,
  ProductNotices,
  SpecFields,
  StockFields,
} from '../../products/product-fields.tsx';
import { addTexts, createBody } from '../../products/product-form.rules.ts';
import { ProductPreview } from '../../products/product-preview.tsx';
import { productsApi } from '../../products/products-api.ts';
import { useProductForm } from '../../products/use-product-form.ts';
import classes from './add-product.module.css';
import { type ProductTab, productTabs, tabState, tabWith } from './product-tabs.rules.ts';

const stateTexts = { wrong: ' (has errors)', complete: ' (complete)', open: '' } as const;

const unauthorized = 'Unauthorized. Please login.';

/** False when the storage was cleared while the page still shows the user. */
function hasToken(): boolean {
  try {
    return Boolean(localStorage.getItem('token'));
  } catch {
    return false;
  }
}

function failureText(error: unknown): string {
  if (apiProblem(error).status === 401) return unauthorized;
  return `Error adding product: ${reasonOf(error, 'No response from server (possible network or CORS error)')}`;
}

/** The price as customers will see it. */
function ShownInShop({ price }: { price: string }) {
  const amount = typedAmount(price);
  return (
    <div className={`stack gap-4 type-small ${classes.shown}`}>
      <p>Shown in the shop</p>
      <p className="type-block figures">{amount > 0 ? formatPrice(amount) : 'NPR –'}</p>
    </div>
  );
}

function AddForm({ onAdded, onReset }: { onAdded: (product: ListedProduct) => void; onReset: () => void }) {
  const location = useLocation();
  const [tab, setTab] = useState<ProductTab>('basic-info');
  const [isResetAsked, setResetAsked] = useState(false);
  const upload = useImageUpload('/api/upload');
  const [create] = productsApi.useCreateProductMutation();
  const recordForm = useProductForm({
    product: undefined,
    texts: addTexts,
    imageError: ({ file }) => (file ? fileError(file) : 'Product image is required'),
    save: async (fields) => {
      if (!hasToken()) return { error: { status: 401, data: { message: unauthorized } } };
      const uploaded = await upload.uploadPictures(fields);
      return 'fieldErrors' in uploaded ? uploaded : create(createBody(fields, uploaded));
    },
    onSaved: onAdded,
    failureText,
    onRefused: (invalidFields) => setTab((current) => tabWith(invalidFields) ?? current),
  });
  const guard = useLeaveGuard(recordForm.isDirty, recordForm.deleteDraft);
  const { fields, formRef } = recordForm;
  const pictures = (
    <>
      <MainPicture recordForm={recordForm} label="Product image" upload={upload} />
      <FurtherPictures recordForm={recordForm} upload={upload} />
    </>
  );
  const contents: Record<ProductTab, ReactNode> = {
    'basic-info': <BasicFields recordForm={recordForm} />,
    pricing: (
      <div className="stack gap-20">
        <PriceFields recordForm={recordForm} />
        <ShownInShop price={fields.price} />
        <StockFields recordForm={recordForm} />
      </div>
    ),
    category: <CategoryField recordForm={recordForm} />,
    specifications: <SpecFields recordForm={recordForm} />,
    media: <div className="stack gap-20">{pictures}</div>,
  };
  const previous = productTabs[productTabs.findIndex(({ value }) => value === tab) - 1];

  return (
    <div className={layout.withAside}>
      <form ref={formRef} className={`${layout.box} ${classes.box}`} noValidate onSubmit={recordForm.submit}>
        <ProductNotices recordForm={recordForm} />
        {recordForm.failure === unauthorized ? (
          <Link to="/login" state={returnHere(location)}>
            Login
          </Link>
        ) : null}
        <Tabs
          label="Parts of the product"
          className={classes.tabs}
          value={tab}
          onValueChange={(value) => setTab(value as ProductTab)}
          tabs={productTabs.map(({ value, label }) => {
            const state = tabState(value, fields, recordForm.errorOf);
            return {
              value,
              label: (
                <span className={`line gap-8 nowrap ${classes.tab}`} data-state={state}>
                  {state === 'complete' ? <Check size={18} /> : null}
                  {state === 'wrong' ? <CircleAlert size={18} /> : null}
                  <span>{label}</span>
                  <VisuallyHidden>{stateTexts[state]}</VisuallyHidden>
                </span>
              ),
              content: <div className={classes.panel}>{contents[value]}</div>,
            };
          })}
        />
        <div className={`row ${layout.foot} ${classes.foot}`}>
          <Button look="ghost" onClick={() => setResetAsked(true)}>
            Reset
          </Button>
          {previous ? (
            <Button look="line" onClick={() => setTab(previous.value)}>
              Previous
            </Button>
          ) : null}
          <Button type="submit" busy={recordForm.isSaving} busyText="Adding...">
            Add Product
          </Button>
        </div>
      </form>
      <div className="stack gap-12">
        <ProductPreview form={fields} image={useFilePreview(fields.file)} />
        {tab === 'media' ? null : (
          <section className={`${layout.box} stack gap-20`} aria-label="Media">
            <p className="type-card">Media</p>
            {pictures}
          </section>
        )}
      </div>
      <ConfirmDialog
        open={isResetAsked}
        title="Reset"
        confirm="Reset"
        onClose={() => setResetAsked(false)}
        onConfirm={() => {
          recordForm.deleteDraft();
          onReset();
        }}
      >
        <p>Are you sure you want to reset all fields?</p>
      </ConfirmDialog>
      {guard.question}
    </div>
  );
}

/** The form of a new product. It is a tab and a page. */
export default function AddProduct() {
  const [addedProduct, setAddedProduct] = useState<ListedProduct>();
  /** A new key gives an empty form. */
  const [formKey, setFormKey] = useState(0);
  const restart = () => setFormKey((count) => count + 1);
  return (
    <>
      <ContentTitle>Add Product</ContentTitle>
      {addedProduct ? (
        <Alert tone="ok" className="below-16" onClose={() => setAddedProduct(undefined)}>
          <span>{`${addedProduct.name} is in the shop.`}</span>{' '}
          <Link to={`/productdetails?id=${addedProduct.id}`}>See it there</Link> or{' '}
          <Link to={`/edit-product/${addedProduct.id}`}>edit it</Link>.
        </Alert>
      ) : null}
      <AddForm
        key={formKey}
        onReset={restart}
        onAdded={(product) => {
          toast.success('Product added successfully!');
          setAddedProduct(product);
          restart();
        }}
      />
    </>
  );
}
