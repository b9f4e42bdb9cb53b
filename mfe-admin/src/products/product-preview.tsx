import { typedAmount } from '@kinmel/contracts/browser';
import { PictureTile, Price, upTo } from '@kinmel/ui';
import { formatPrice, sourcesOfAddress } from '@kinmel/web-kit';
import layout from '../frame/layout.module.css';
import { type ProductForm } from './product-form.rules.ts';

interface ProductPreviewProps {
  form: ProductForm;
  /** Address of the picture, or a data URL of a chosen file. */
  image: string | undefined;
}

const sizes = `${upTo('phone')} 90vw, 290px`;

const positiveAmount = (text: string) => (typedAmount(text) > 0 ? typedAmount(text) : undefined);

/** The product as a card of the shop, with the price in the shop's currency. */
export function ProductPreview({ form, image }: ProductPreviewProps) {
  const price = positiveAmount(form.price);
  const oldPrice = positiveAmount(form.oldPrice);
  const detail = [form.storage.trim(), form.color.trim()].filter(Boolean).join(', ');
  return (
    <section aria-label="Preview">
      <p className="type-label">Preview</p>
      <div className={`${layout.box} stack gap-12`}>
        <PictureTile sources={sourcesOfAddress(image, sizes)} sizes={sizes} alt="" />
        <p className="type-card">{form.name.trim() || 'Product name'}</p>
        <p className="type-hint anywhere">{detail}</p>
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
