import { Alert, Button, Dialog, Tabs, VisuallyHidden } from '@kinmel/ui';
import { formatPrice, Link, returnHere } from '@kinmel/web-kit';
import { useFilePreview } from '@kinmel/web-kit/forms';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ContentTitle } from '../../frame/content-title.tsx';
import { FurtherPictures } from '../../products/image/further-pictures.tsx';
import { ImageField } from '../../products/image/image-field.tsx';
import {
  BasicFields,
  CategoryField,
  PriceFields,
  SpecFields,
  StockFields,
} from '../../products/product-fields.tsx';
import { ProductPreview } from '../../products/product-preview.tsx';
import { useFocusOnRefusal } from '../../products/use-focus-on-refusal.ts';
import classes from './add-product.module.css';
import { firstWrongTab, type ProductTab, productTabs, tabState } from './product-tabs.rules.ts';
import { useNewProduct } from './use-new-product.tsx';

const stateWords = { wrong: ' (has errors)', complete: ' (complete)', open: '' } as const;

/** The price as customers will read it. */
function ShownInShop({ price }: { price: string }) {
  const amount = Number(price);
  return (
    <div className={classes.shown}>
      <p>Shown in the shop</p>
      <p className={classes.amount}>{amount > 0 ? formatPrice(amount) : 'NPR –'}</p>
      <p className={classes.note}>The shop shows the same number in NPR.</p>
    </div>
  );
}

/** The form of a new product, as tab and as page. */
export default function AddProduct() {
  const location = useLocation();
  const [tab, setTab] = useState<ProductTab>(productTabs[0].value);
  // The next product begins where this one began.
  const product = useNewProduct({ onAdded: () => setTab(productTabs[0].value) });
  const { form, errors, file, change, upload, added } = product;
  const [isResetAsked, setResetAsked] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const box = useRef<HTMLFormElement>(null);
  const image = useFilePreview(file);
  useFocusOnRefusal(box, product.refusals);

  const submit = async () => {
    const wrong = firstWrongTab((await product.submit()) ?? {});
    if (wrong) setTab(wrong);
  };

  const fields = { form, errors, onChange: change };
  const imageFields = (
    <>
      <ImageField
        label="Product image"
        file={file}
        error={errors.image}
        onChoose={product.chooseFile}
        progress={upload.progress}
        onCancel={upload.cancel}
      />
      <FurtherPictures
        further={product.further}
        error={errors.images}
        progress={upload.progress}
        onCancel={upload.cancel}
        onMakeMain={product.makeMain}
      />
    </>
  );
  const contents: Record<ProductTab, React.ReactNode> = {
    'basic-info': <BasicFields {...fields} />,
    pricing: (
      <div className={classes.pricing}>
        <PriceFields {...fields} />
        <ShownInShop price={form.price} />
        <StockFields {...fields} stockHint="Left empty: one piece when in stock, else none." />
      </div>
    ),
    category: <CategoryField {...fields} />,
    specifications: <SpecFields {...fields} />,
    media: <div className={classes.pictures}>{imageFields}</div>,
  };
  const position = productTabs.findIndex(({ value }) => value === tab);
  const before = productTabs[position - 1];

  return (
    <>
      <ContentTitle>Add Product</ContentTitle>
      {added ? (
        <Alert tone="ok" className={classes.message} onClose={product.closeAdded}>
          {added.name} is in the shop. <Link to={`/productdetails?id=${added.id}`}>See it there</Link> or{' '}
          <Link to={`/edit-product/${added.id}`}>edit it</Link>.
        </Alert>
      ) : null}
      {product.failure ? (
        <Alert tone="bad" className={classes.message}>
          {product.failure}{' '}
          {product.isUnauthorized ? (
            <Link to="/login" state={returnHere(location)}>
              Login
            </Link>
          ) : null}
        </Alert>
      ) : null}
      <div className={classes.columns}>
        <form
          ref={box}
          className={classes.box}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Tabs
            label="Parts of the product"
            className={classes.tabs}
            value={tab}
            onValueChange={(value) => setTab(value as ProductTab)}
            tabs={productTabs.map(({ value, label }) => {
              const state = tabState(value, { form, hasImage: file !== undefined, errors });
              return {
                value,
                label: (
                  <span className={classes.tab} data-state={state}>
                    {state === 'complete' ? <Check aria-hidden="true" /> : null}
                    {state === 'wrong' ? <CircleAlert aria-hidden="true" /> : null}
                    {label}
                    <VisuallyHidden>{stateWords[state]}</VisuallyHidden>
                  </span>
                ),
                content: <div className={classes.panel}>{contents[value]}</div>,
              };
            })}
          />
          <div className={classes.foot}>
            <Button look="ghost" onClick={() => setResetAsked(true)}>
              Reset
            </Button>
            {before ? (
              <Button look="line" onClick={() => setTab(before.value)}>
                Previous
              </Button>
            ) : null}
            <Button type="submit" look="solid" busy={product.isBusy} busyText="Adding...">
              Add Product
            </Button>
          </div>
        </form>
        <div className={classes.side}>
          <ProductPreview form={form} image={image} />
          {tab === 'media' ? null : (
            <section className={classes.media} aria-label="Media">
              <p className={classes.head}>Media</p>
              {imageFields}
            </section>
          )}
        </div>
      </div>
      <Dialog
        open={isResetAsked}
        onClose={() => setResetAsked(false)}
        title="Reset"
        initialFocus={keep}
        withoutCross
        actions={
          <>
            <Button ref={keep} look="line" onClick={() => setResetAsked(false)}>
              Cancel
            </Button>
            <Button
              look="danger"
              onClick={() => {
                setResetAsked(false);
                product.reset();
                setTab(productTabs[0].value);
              }}
            >
              Reset
            </Button>
          </>
        }
      >
        <p>Are you sure you want to reset all fields?</p>
      </Dialog>
      {product.question}
    </>
  );
}
