import { Button, ErrorState, Field, TextInput } from '@kinmel/ui';
import { apiProblem, Link, toast } from '@kinmel/web-kit';
import { useFilePreview } from '@kinmel/web-kit/forms';
import { useNavigate, useParams } from 'react-router-dom';
import { useLeaveGuard } from '../../forms/use-leave-guard.tsx';
import { ContentTitle } from '../../frame/content-title.tsx';
import layout from '../../frame/layout.module.css';
import { Placeholder } from '../../frame/retry-alert.tsx';
import { RightLink } from '../../frame/right-link.tsx';
import { fileError, furtherAddresses, imageUrlError } from '../../products/image/form-pictures.rules.ts';
import { FurtherPictures, MainPicture } from '../../products/image/pictures.tsx';
import { useImageUpload } from '../../products/image/use-image-upload.ts';
import type { ListedProduct } from '../../products/product-answers.rules.ts';
import { MainFields, ProductNotices, SpecFields } from '../../products/product-fields.tsx';
import { pageTexts, wholeBody } from '../../products/product-form.rules.ts';
import { ProductPreview } from '../../products/product-preview.tsx';
import { productsApi } from '../../products/products-api.ts';
import { useProductForm } from '../../products/use-product-form.ts';
import classes from './edit-product.module.css';

function EditForm({ product }: { product: ListedProduct }) {
  const navigate = useNavigate();
  const upload = useImageUpload('/api/upload/upload');
  const [update] = productsApi.useUpdateProductMutation();
  const edit = useProductForm({
    product,
    texts: pageTexts,
    imageError: ({ source, image, file }, current = product) => {
      if (source === 'url') return imageUrlError(image.trim(), [current.image, ...furtherAddresses(current)]);
      return file ? fileError(file) : 'Please select an image file to upload.';
    },
    save: async (fields, current = product) => {
      const saved = await upload.uploadPictures(fields);
      return 'wrong' in saved ? saved : update({ id: product.id, body: wholeBody(fields, current, saved) });
    },
    onSaved: () => {
      toast.success('Product updated successfully!');
      guard.leave(() => void navigate('/products'));
    },
  });
  const guard = useLeaveGuard(edit.isDirty, edit.forget);
  const { box } = edit;
  const { source, image, file } = edit.fields;
  const preview = useFilePreview(source === 'upload' ? file : undefined);
  return (
    <div className={layout.withAside}>
      <form ref={box} className={`${layout.box} stack gap-20`} noValidate onSubmit={edit.submit}>
        <ProductNotices edit={edit} hasPictures />
        <MainFields edit={edit} />
        <fieldset className="stack gap-20">
          <legend className="type-card">Specifications</legend>
          <SpecFields edit={edit} />
        </fieldset>
        <fieldset className="stack gap-20">
          <legend className="type-card">Image</legend>
          <div className={`buttons ${classes.choice}`}>
            {(['url', 'upload'] as const).map((value) => (
              <label key={value}>
                <input
                  type="radio"
                  value={value}
                  {...edit.form.register('source', { onChange: () => edit.form.clearErrors('image') })}
                />
                <span>{value === 'url' ? 'Image URL' : 'Upload an image'}</span>
              </label>
            ))}
          </div>
          {source === 'url' ? (
            <Field label="Image address" error={edit.errorOf('image')}>
              <TextInput {...edit.form.register('image')} inputMode="url" />
            </Field>
          ) : (
            <MainPicture edit={edit} label="Image file" upload={upload} />
          )}
          <FurtherPictures edit={edit} upload={upload} />
        </fieldset>
        <div className={`row end ${layout.foot} ${classes.foot}`}>
          <Button look="line" onClick={() => void navigate('/products')}>
            Cancel
          </Button>
          <Button type="submit" busy={edit.isSaving} busyText="Saving..." disabled={edit.isDeleted}>
            Save changes
          </Button>
        </div>
      </form>
      <div>
        <ProductPreview form={edit.fields} image={preview ?? image.trim()} />
      </div>
      {guard.question}
    </div>
  );
}

export default function EditProduct() {
  const { id = '' } = useParams();
  const open = productsApi.useGetProductQuery(id, { refetchOnMountOrArgChange: true });
  const staff = productsApi.useFindAdminProductsQuery([id], { refetchOnMountOrArgChange: true });
  const isWaiting = (open.isFetching && !open.data) || (staff.isFetching && !staff.data);
  // The answer for staff is not cached by the gateway, so it is the newer one.
  const product = staff.data?.[0] ?? open.data;
  const isDeleted = apiProblem(open.error).status === 404;
  const retry = () => {
    void open.refetch();
    void staff.refetch();
  };

  return (
    <>
      <ContentTitle
        actions={
          product ? (
            <RightLink right="audit.see" to={`/admin/audit?record=${product.id}`}>
              Who changed it
            </RightLink>
          ) : undefined
        }
      >
        Edit Product
      </ContentTitle>
      {isWaiting ? (
        <Placeholder height={480} />
      ) : product ? (
        <EditForm key={product.id} product={product} />
      ) : (
        <>
          <ErrorState
            text="Failed to load product data"
            onRetry={isDeleted ? undefined : retry}
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
