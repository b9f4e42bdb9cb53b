import { Alert, Button, ErrorState, Field, Loading, Skeleton, TextInput } from '@kinmel/ui';
import { apiProblem, Link, toast } from '@kinmel/web-kit';
import { useFilePreview } from '@kinmel/web-kit/forms';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { RestoredAlert } from '../../forms/restored-alert.tsx';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import { ContentTitle } from '../../frame/content-title.tsx';
import { ConflictAlert } from '../../products/conflict-alert.tsx';
import { ImageField } from '../../products/image/image-field.tsx';
import { useImageUpload } from '../../products/image/use-image-upload.ts';
import type { ListedProduct } from '../../products/product-answers.rules.ts';
import {
  BasicFields,
  CategoryField,
  PriceFields,
  SpecFields,
  StockFields,
} from '../../products/product-fields.tsx';
import { fileError, imageUrlError, pageTexts, wholeBody } from '../../products/product-form.rules.ts';
import { ProductPreview } from '../../products/product-preview.tsx';
import { productsApi } from '../../products/products-api.ts';
import { useFocusOnRefusal } from '../../products/use-focus-on-refusal.ts';
import { useProductEdit } from '../../products/use-product-edit.ts';
import classes from './edit-product.module.css';

type ImageSource = 'url' | 'upload';

/** Where the picture comes from: an address or a file (AEDIT-03). */
function useImageChoice(stored: string) {
  const upload = useImageUpload('/api/upload/upload');
  const [source, setSource] = useState<ImageSource>('url');
  const [typed, setUrl] = useState<string>();
  // Not typed here: as it is now, also when somebody else has put another picture there.
  const url = typed ?? stored;
  const [file, setFile] = useState<File>();
  const error =
    source === 'url'
      ? imageUrlError(url.trim(), stored)
      : file
        ? fileError(file)
        : 'Please select an image file to upload.';
  return { upload, source, setSource, url, setUrl, file, setFile, error };
}

function EditForm({ product }: { product: ListedProduct }) {
  const navigate = useNavigate();
  const edit = useProductEdit(product, { texts: pageTexts });
  const { base, form, errors, conflict, isBusy, change } = edit;
  const image = useImageChoice(base.image);
  const preview = useFilePreview(image.source === 'upload' ? image.file : undefined);
  const isChanged =
    edit.isChanged || (image.source === 'url' ? image.url.trim() !== base.image : image.file !== undefined);
  const guard = useLeaveGuard(isChanged, edit.forgetDraft);
  const box = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(box, edit.refusals);

  const prepare = async () => {
    if (image.source === 'url') return image.url.trim();
    const uploaded = image.file && (await image.upload.upload(image.file));
    if (uploaded?.url !== undefined) return uploaded.url;
    if (uploaded?.error !== undefined) {
      edit.setImageError(uploaded.error);
      toast.error(uploaded.error);
    }
    return undefined;
  };

  const submit = async () => {
    const saved = await edit.save(wholeBody, {
      more: image.error ? { image: image.error } : {},
      prepare,
    });
    if (!saved) return;
    toast.success('Product updated successfully!');
    guard.leave(() => void navigate('/products'));
  };

  const fields = {
    form,
    errors,
    onChange: change,
    fresh: conflict?.form && { form: conflict.form, contested: conflict.contested },
  };
  return (
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
        <fieldset className={classes.group}>
          <legend>Specifications</legend>
          <SpecFields {...fields} />
        </fieldset>
        <fieldset className={classes.group}>
          <legend>Image</legend>
          <div className={classes.choice}>
            {(['url', 'upload'] as const).map((source) => (
              <label key={source}>
                <input
                  type="radio"
                  name="image-source"
                  checked={image.source === source}
                  onChange={() => {
                    image.setSource(source);
                    edit.setImageError(undefined);
                  }}
                />
                {source === 'url' ? 'Image URL' : 'Upload an image'}
              </label>
            ))}
          </div>
          {image.source === 'url' ? (
            <Field label="Image address" error={errors.image}>
              <TextInput
                name="imageUrl"
                inputMode="url"
                value={image.url}
                onChange={({ target }) => {
                  image.setUrl(target.value);
                  edit.setImageError(undefined);
                }}
              />
            </Field>
          ) : (
            <ImageField
              label="Image file"
              file={image.file}
              error={errors.image}
              onChoose={(file) => {
                image.setFile(file);
                edit.setImageError(fileError(file));
              }}
              progress={image.upload.progress}
              onCancel={image.upload.cancel}
            />
          )}
        </fieldset>
        <div className={classes.foot}>
          <Button look="line" onClick={() => void navigate('/products')}>
            Cancel
          </Button>
          <Button
            type="submit"
            look="solid"
            busy={isBusy}
            busyText="Saving..."
            disabled={conflict !== undefined && !conflict.form}
          >
            Save changes
          </Button>
        </div>
      </form>
      <div className={classes.side}>
        <ProductPreview form={form} image={preview ?? image.url.trim()} />
      </div>
      {guard.question}
    </div>
  );
}

/** One product with all its fields (AGATE-09, AEDIT-01 to AEDIT-03). */
export default function EditProduct() {
  const { id = '' } = useParams();
  const open = productsApi.useGetProductQuery(id, { refetchOnMountOrArgChange: true });
  const own = productsApi.useFindAdminProductsQuery([id], { refetchOnMountOrArgChange: true });
  const isWaiting = (open.isFetching && !open.data) || (own.isFetching && !own.data);
  // What staff are answered is never kept on the way, so it is the newer one.
  const product = own.data?.[0] ?? open.data;
  const isGone = apiProblem(open.error).status === 404;

  return (
    <>
      <ContentTitle
        actions={product ? <Link to={`/admin/audit?record=${product.id}`}>Who changed it</Link> : undefined}
      >
        Edit Product
      </ContentTitle>
      {isWaiting ? (
        <Loading className={classes.box}>
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton key={row} width="100%" height={48} />
          ))}
        </Loading>
      ) : product ? (
        <EditForm key={product.id} product={product} />
      ) : (
        <>
          <ErrorState
            text="Failed to load product data"
            {...(isGone
              ? {}
              : {
                  onRetry: () => {
                    void open.refetch();
                    void own.refetch();
                  },
                })}
            busy={open.isFetching}
          />
          <p className={classes.back}>
            <Link to="/products">Back to the products</Link>
          </p>
        </>
      )}
    </>
  );
}
