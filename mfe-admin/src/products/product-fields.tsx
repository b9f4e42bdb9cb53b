import { productSpecNames, productTextEntries } from '@kinmel/contracts/browser';
import { Checkbox, Field, Select, TextArea, TextInput } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import type { ComponentProps } from 'react';
import { FormNotices } from '../forms/form-notices.tsx';
import layout from '../frame/layout.module.css';
import { typedAmount } from '../money/money-units.rules.ts';
import { categoryLabels, fieldLabels, type ProductField } from './product-form.rules.ts';
import type { ProductEdit } from './use-product-form.ts';

export interface ProductFieldsProps {
  edit: ProductEdit;
}

/** A value in the conflict notice. */
function valueText(value: unknown, name: string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 1 ? '1 picture' : `${value.length} pictures`;
  const text = typeof value === 'string' ? value : '';
  if (text !== '' && (name === 'price' || name === 'oldPrice')) return formatPrice(typedAmount(text));
  return name === 'category' ? (categoryLabels[text as keyof typeof categoryLabels] ?? text) : text;
}

const pictureLabels = { image: 'Image', pictures: 'Further pictures' };

export const ProductNotices = ({ edit, hasPictures }: ProductFieldsProps & { hasPictures?: boolean }) => (
  <FormNotices
    edit={edit}
    labels={hasPictures ? { ...fieldLabels, ...pictureLabels } : fieldLabels}
    textOf={valueText}
    noun="product"
  />
);

interface InputProps extends ProductFieldsProps, Omit<ComponentProps<typeof TextInput>, 'name'> {
  name: ProductField;
  optional?: boolean;
  hint?: string | undefined;
}

function Input({ edit, name, optional, hint, ...native }: InputProps) {
  return (
    <Field label={fieldLabels[name]} error={edit.errorOf(name)} optional={optional} hint={hint}>
      <TextInput {...native} {...edit.form.register(name)} autoComplete="off" />
    </Field>
  );
}

export const BasicFields = ({ edit }: ProductFieldsProps) => (
  <div className="stack gap-20">
    {productTextEntries.map(([name, { kind, maxLength, isRequired }]) =>
      kind === 'long-text' ? (
        <Field key={name} label={fieldLabels[name]} error={edit.errorOf(name)} optional={isRequired !== true}>
          <TextArea {...edit.form.register(name)} maxLength={maxLength} />
        </Field>
      ) : (
        <Input key={name} edit={edit} name={name} optional={isRequired !== true} maxLength={maxLength} />
      ),
    )}
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

export const CategoryField = ({ edit }: ProductFieldsProps) => (
  <Field label={fieldLabels.category} error={edit.errorOf('category')}>
    <Select
      {...edit.form.register('category')}
      options={[['', 'Choose a category'], ...Object.entries(categoryLabels)]}
    />
  </Field>
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
