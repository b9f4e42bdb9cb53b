import { Alert, Button, ErrorState, Field, Loading, Skeleton, TextInput } from '@kinmel/ui';
import { apiProblem, Link, toast } from '@kinmel/web-kit';
import { useFilePreview } from '@kinmel/web-kit/forms';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { RestoredAlert } from '../../forms/form-notices.tsx';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import { ContentTitle } from '../../frame/content-title.tsx';
import { ConflictAlert } from '../../products/conflict-alert.tsx';
import {
  type FormPicture,
  furtherAddresses,
  isStoredHere,
  pictureOf,
  pictureOfFile,
} from '../../products/image/form-pictures.rules.ts';
import { FurtherPictures } from '../../products/image/further-pictures.tsx';
import { ImageField } from '../../products/image/image-field.tsx';
import { useFurtherPictures } from '../../products/image/use-further-pictures.ts';
import { useImageUpload } from '../../products/image/use-image-upload.ts';
import type { ListedProduct } from '../../products/product-answers.rules.ts';
import {
  BasicFields,
  CategoryField,
  PriceFields,
  SpecFields,
  StockFields,
} from '../../products/product-fields.tsx';
import {
  fileError,
  imageUrlError,
  type PictureField,
  pageTexts,
  type SavedPictures,
  wholeBody,
} from '../../products/product-form.rules.ts';
import { ProductPreview } from '../../products/product-preview.tsx';
import { productsApi } from '../../products/products-api.ts';
import { useFocusOnRefusal } from '../../products/use-focus-on-refusal.ts';
import { useProductEdit } from '../../products/use-product-edit.ts';
import classes from './edit-product.module.css';

type ImageSource = 'url' | 'upload';

/** Where the picture comes from: an address or a file. */
function useImageChoice(stored: string, known: readonly string[]) {
  const [source, setSource] = useState<ImageSource>('url');
  const [typed, setUrl] = useState<string>();
  // Not typed here: as it is now, also when somebody else has put another picture there.
  const url = typed ?? stored;
  const [file, setFile] = useState<File>();
  const error =
    source === 'url'
      ? imageUrlError(url.trim(), known)
      : file
        ? fileError(file)
        : 'Please select an image file to upload.';
  return { source, setSource, url, setUrl, file, setFile, error };
}

function EditForm({ product }: { product: ListedProduct }) {
  const navigate = useNavigate();
  const edit = useProductEdit(product, { texts: pageTexts });
  const { base, form, errors, conflict, isBusy, change } = edit;
  const upload = useImageUpload('/api/upload/upload');
  const stored = furtherAddresses(base);
  const image = useImageChoice(base.image, [base.image, ...stored]);
  const further = useFurtherPictures(stored);
  const preview = useFilePreview(image.source === 'upload' ? image.file : undefined);
  const arePicturesChanged =
    further.isChanged ||
    (image.source === 'url' ? image.url.trim() !== base.image : image.file !== undefined);
  const guard = useLeaveGuard(edit.isChanged || arePicturesChanged, edit.forgetDraft);
  const box = useRef<HTMLFormElement>(null);
  useFocusOnRefusal(box, edit.refusals);

  const refuseUpload = (field: PictureField, error: string | undefined): undefined => {
    if (error === undefined) return;
    edit.setPictureError(field, error);
    toast.error(error);
  };

  const prepare = async (): Promise<SavedPictures | undefined> => {
    const main =
      image.source === 'url'
        ? { url: image.url.trim() }
        : image.file
          ? await upload.upload(image.file)
          : { error: undefined };
    if (main.url === undefined) return refuseUpload('image', main.error);
    if (!further.isChanged) return { image: main.url };
    const { urls, error } = await upload.uploadAll(further.pictures);
    return urls ? { image: main.url, images: urls } : refuseUpload('images', error);
  };

  /** The main picture takes the other's place; an address elsewhere cannot, and is left out. */
  const makeMain = ({ key, url, file }: FormPicture) => {
    const address = image.url.trim();
    const chosen = image.source === 'upload' ? image.file : undefined;
    const before = chosen ? [pictureOfFile(chosen)] : isStoredHere(address) ? [pictureOf(address)] : [];
    further.replace(key, ...before);
    image.setSource(file ? 'upload' : 'url');
    image.setFile(file);
    if (url !== undefined) image.setUrl(url);
    edit.setPictureError('image', undefined);
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
        <ConflictAlert conflict={conflict} keepsPictures={arePicturesChanged} />
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
                    edit.setPictureError('image', undefined);
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
                  edit.setPictureError('image', undefined);
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
                edit.setPictureError('image', fileError(file));
              }}
              progress={upload.progress}
              onCancel={upload.cancel}
            />
          )}
          <FurtherPictures
            further={further}
            error={errors.images}
            progress={upload.progress}
            onCancel={upload.cancel}
            onMakeMain={makeMain}
          />
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

/** One product with all its fields. */
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
