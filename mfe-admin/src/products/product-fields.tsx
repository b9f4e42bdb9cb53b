import { productSpecNames, productTextEntries, typedAmount } from '@kinmel/contracts/browser';
import { Checkbox } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { FormNotices, valueText } from '../forms/form-notices.tsx';
import { type InputOptions, RecordInput } from '../forms/record-input.tsx';
import layout from '../frame/layout.module.css';
import { categoryLabels, fieldLabels, type ProductField } from './product-form.rules.ts';
import type { ProductEdit } from './use-product-form.ts';

export interface ProductFieldsProps {
  recordForm: ProductEdit;
}

function textOf(value: unknown, name: string): string {
  if (Array.isArray(value)) return value.length === 1 ? '1 picture' : `${value.length} pictures`;
  const text = valueText(value);
  if (text !== '' && (name === 'price' || name === 'oldPrice')) return formatPrice(typedAmount(text));
  return name === 'category' ? (categoryLabels[text as keyof typeof categoryLabels] ?? text) : text;
}

const pictureLabels = { image: 'Image', pictures: 'Further pictures' };

export const ProductNotices = ({
  recordForm,
  hasPictures,
}: ProductFieldsProps & { hasPictures?: boolean }) => (
  <FormNotices
    recordForm={recordForm}
    labels={hasPictures ? { ...fieldLabels, ...pictureLabels } : fieldLabels}
    textOf={textOf}
    noun="product"
  />
);

type InputProps = ProductFieldsProps & Omit<InputOptions<ProductField>, 'label'>;

const Input = (props: InputProps) => <RecordInput {...props} label={fieldLabels[props.name]} />;

export const BasicFields = ({ recordForm }: ProductFieldsProps) => (
  <div className="stack gap-20">
    {productTextEntries.map(([name, { kind, maxLength, isRequired }]) => (
      <Input
        key={name}
        recordForm={recordForm}
        name={name}
        rows={kind === 'long-text' ? 2 : undefined}
        optional={isRequired !== true}
        maxLength={maxLength}
      />
    ))}
  </div>
);

/** In the shop's currency. */
export const PriceFields = ({ recordForm }: ProductFieldsProps) => (
  <div className={layout.pair}>
    <Input recordForm={recordForm} name="price" before="NPR" inputMode="decimal" />
    <Input recordForm={recordForm} name="oldPrice" before="NPR" inputMode="decimal" optional />
  </div>
);

export function StockFields({ recordForm }: ProductFieldsProps) {
  const { current, form } = recordForm;
  const isUnknown = current !== undefined && current.stock === undefined;
  return (
    <div className="stack gap-20">
      <Input
        recordForm={recordForm}
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

export const CategoryField = ({ recordForm }: ProductFieldsProps) => (
  <Input recordForm={recordForm} name="category" options={categoryOptions} />
);

export const SpecFields = ({ recordForm }: ProductFieldsProps) => (
  <div className={layout.pair}>
    {productSpecNames.map((name) => (
      <Input key={name} recordForm={recordForm} name={name} maxLength={300} optional />
    ))}
  </div>
);

/** The fields of all products, without specs and pictures. */
export const MainFields = ({ recordForm }: ProductFieldsProps) => (
  <>
    <BasicFields recordForm={recordForm} />
    <PriceFields recordForm={recordForm} />
    <CategoryField recordForm={recordForm} />
    <StockFields recordForm={recordForm} />
  </>
);
