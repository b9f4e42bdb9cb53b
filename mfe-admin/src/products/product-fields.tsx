import { productSpecNames, productTextEntries, typedAmount } from '@kinmel/contracts/browser';
import { Checkbox } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { FormNotices, valueText } from '../forms/form-notices.tsx';
import { type InputOptions, RecordInput } from '../forms/record-input.tsx';
import layout from '../frame/layout.module.css';
import { categoryLabels, fieldLabels, type ProductField } from './product-form.rules.ts';
import type { ProductEdit } from './use-product-form.ts';

export interface ProductFieldsProps {
  edit: ProductEdit;
}

function textOf(value: unknown, name: string): string {
  if (Array.isArray(value)) return value.length === 1 ? '1 picture' : `${value.length} pictures`;
  const text = valueText(value);
  if (text !== '' && (name === 'price' || name === 'oldPrice')) return formatPrice(typedAmount(text));
  return name === 'category' ? (categoryLabels[text as keyof typeof categoryLabels] ?? text) : text;
}

const pictureLabels = { image: 'Image', pictures: 'Further pictures' };

export const ProductNotices = ({ edit, hasPictures }: ProductFieldsProps & { hasPictures?: boolean }) => (
  <FormNotices
    edit={edit}
    labels={hasPictures ? { ...fieldLabels, ...pictureLabels } : fieldLabels}
    textOf={textOf}
    noun="product"
  />
);

type InputProps = ProductFieldsProps & Omit<InputOptions<ProductField>, 'label'>;

const Input = (props: InputProps) => <RecordInput {...props} label={fieldLabels[props.name]} />;

export const BasicFields = ({ edit }: ProductFieldsProps) => (
  <div className="stack gap-20">
    {productTextEntries.map(([name, { kind, maxLength, isRequired }]) => (
      <Input
        key={name}
        edit={edit}
        name={name}
        rows={kind === 'long-text' ? 2 : undefined}
        optional={isRequired !== true}
        maxLength={maxLength}
      />
    ))}
  </div>
);

/** In the shop's currency. */
export const PriceFields = ({ edit }: ProductFieldsProps) => (
  <div className={layout.pair}>
    <Input edit={edit} name="price" before="NPR" inputMode="decimal" />
    <Input edit={edit} name="oldPrice" before="NPR" inputMode="decimal" optional />
  </div>
);

export function StockFields({ edit }: ProductFieldsProps) {
  const { current, form } = edit;
  const isUnknown = current !== undefined && current.stock === undefined;
  return (
    <div className="stack gap-20">
      <Input
        edit={edit}
        name="stock"
        inputMode="numeric"
        readOnly={isUnknown}
        optional={current === undefined}
        hint={
          current === undefined
            ? 'Left empty: one piece when in stock, else none.'
            : isUnknown
              ? 'Pieces could not be loaded. They stay as they are.'
              : undefined
        }
      />
      <div>
        <Checkbox label={fieldLabels.inStock} {...form.register('inStock')} />
        <Checkbox label={fieldLabels.featured} {...form.register('featured')} />
      </div>
    </div>
  );
}

const categoryOptions = [['', 'Choose a category'] as const, ...Object.entries(categoryLabels)];

export const CategoryField = ({ edit }: ProductFieldsProps) => (
  <Input edit={edit} name="category" options={categoryOptions} />
);

export const SpecFields = ({ edit }: ProductFieldsProps) => (
  <div className={layout.pair}>
    {productSpecNames.map((name) => (
      <Input key={name} edit={edit} name={name} maxLength={300} optional />
    ))}
  </div>
);

/** The fields of all products, without specs and pictures. */
export const MainFields = ({ edit }: ProductFieldsProps) => (
  <>
    <BasicFields edit={edit} />
    <PriceFields edit={edit} />
    <CategoryField edit={edit} />
    <StockFields edit={edit} />
  </>
);
