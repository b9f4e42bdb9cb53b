import { PictureTile, Price } from '@kinmel/ui';
import { formatPrice, storedPictureSources } from '@kinmel/web-kit';
import type { ProductForm } from './product-form.rules.ts';
import classes from './product-preview.module.css';

interface ProductPreviewProps {
  form: ProductForm;
  /** Address of the picture, also one of a chosen file. */
  image: string | undefined;
}

const sizes = '(max-width: 768px) 90vw, 290px';

const amountOf = (text: string) => (text.trim() !== '' && Number(text) > 0 ? Number(text) : undefined);

/** The path of an address of the shop: what is stored is known by its path. */
const pathOf = (image: string) => image.replace(/^https?:\/\/[^/]+(?=\/uploads\/)/, '');

/** The product as a card of the shop shows it: the same number, in the shop's currency. */
export function ProductPreview({ form, image = '' }: ProductPreviewProps) {
  const price = amountOf(form.price);
  const oldPrice = amountOf(form.oldPrice);
  const detail = [form.storage.trim(), form.color.trim()].filter(Boolean).join(', ');
  return (
    <section className={classes.preview} aria-label="Preview">
      <p className={classes.head}>Preview</p>
      <div className={classes.card}>
        <PictureTile
          sources={
            image === ''
              ? undefined
              : (storedPictureSources(pathOf(image), sizes) ?? { src: image, width: 640, height: 640 })
          }
          sizes={sizes}
          alt=""
        />
        <p className={classes.name}>{form.name.trim() || 'Product name'}</p>
        <p className={classes.detail}>{detail}</p>
        {price === undefined ? null : (
          <Price
            price={formatPrice(price)}
            oldPrice={oldPrice !== undefined && oldPrice > price ? formatPrice(oldPrice) : undefined}
          />
        )}
      </div>
    </section>
  );
}
