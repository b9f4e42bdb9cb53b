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
  const recordForm = useProductForm({
    product,
    texts: pageTexts,
    imageError: ({ source, image, file }, current = product) => {
      if (source === 'url') return imageUrlError(image.trim(), [current.image, ...furtherAddresses(current)]);
      return file ? fileError(file) : 'Please select an image file to upload.';
    },
    save: async (fields, current = product) => {
      const uploaded = await upload.uploadPictures(fields);
      return 'fieldErrors' in uploaded
        ? uploaded
        : update({ id: product.id, body: wholeBody(fields, current, uploaded) });
    },
    onSaved: () => {
      toast.success('Product updated successfully!');
      guard.leave(() => void navigate('/products'));
    },
  });
  const guard = useLeaveGuard(recordForm.isDirty, recordForm.deleteDraft);
  const { formRef } = recordForm;
  const { source, image, file } = recordForm.fields;
  const preview = useFilePreview(source === 'upload' ? file : undefined);
  return (
    <div className={layout.withAside}>
      <form ref={formRef} className={`${layout.box} stack gap-20`} noValidate onSubmit={recordForm.submit}>
        <ProductNotices recordForm={recordForm} hasPictures />
        <MainFields recordForm={recordForm} />
        <fieldset className="stack gap-20">
          <legend className="type-card">Specifications</legend>
          <SpecFields recordForm={recordForm} />
        </fieldset>
        <fieldset className="stack gap-20">
          <legend className="type-card">Image</legend>
          <div className={`buttons ${classes.choice}`}>
            {(['url', 'upload'] as const).map((value) => (
              <label key={value}>
                <input
                  type="radio"
                  value={value}
                  {...recordForm.form.register('source', {
                    onChange: () => recordForm.form.clearErrors('image'),
                  })}
                />
                <span>{value === 'url' ? 'Image URL' : 'Upload an image'}</span>
              </label>
            ))}
          </div>
          {source === 'url' ? (
            <Field label="Image address" error={recordForm.errorOf('image')}>
              <TextInput {...recordForm.form.register('image')} inputMode="url" />
            </Field>
          ) : (
            <MainPicture recordForm={recordForm} label="Image file" upload={upload} />
          )}
          <FurtherPictures recordForm={recordForm} upload={upload} />
        </fieldset>
        <div className={`row end ${layout.foot} ${classes.foot}`}>
          <Button look="line" onClick={() => void navigate('/products')}>
            Cancel
          </Button>
          <Button
            type="submit"
            busy={recordForm.isSaving}
            busyText="Saving..."
            disabled={recordForm.isDeleted}
          >
            Save changes
          </Button>
        </div>
      </form>
      <div>
        <ProductPreview form={recordForm.fields} image={preview ?? image.trim()} />
      </div>
      {guard.question}
    </div>
  );
}

export default function EditProduct() {
  const { id = '' } = useParams();
  const publicQuery = productsApi.useGetProductQuery(id, { refetchOnMountOrArgChange: true });
  const staffQuery = productsApi.useFindAdminProductsQuery([id], { refetchOnMountOrArgChange: true });
  const isLoading =
    (publicQuery.isFetching && !publicQuery.data) || (staffQuery.isFetching && !staffQuery.data);
  // The answer for staff is not cached by the gateway, so it is the newer one.
  const product = staffQuery.data?.[0] ?? publicQuery.data;
  const isDeleted = apiProblem(publicQuery.error).status === 404;
  const retry = () => {
    void publicQuery.refetch();
    void staffQuery.refetch();
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
      {isLoading ? (
        <Placeholder height={480} />
      ) : product ? (
        <EditForm key={product.id} product={product} />
      ) : (
        <>
          <ErrorState
            text="Failed to load product data"
            onRetry={isDeleted ? undefined : retry}
            busy={publicQuery.isFetching}
          />
          <p className={classes.back}>
            <Link to="/products">Back to the products</Link>
          </p>
        </>
      )}
    </>
  );
}
