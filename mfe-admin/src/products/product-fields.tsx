import { productSpecNames, productTextEntries } from '@kinmel/contracts/browser';
import { Button, Checkbox, Field, Select, TextArea, TextInput } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import type { ReactNode } from 'react';
import classes from './product-fields.module.css';
import {
  categoryLabels,
  fieldLabels,
  type ProductErrors,
  type ProductField,
  type ProductForm,
} from './product-form.rules.ts';

export interface ProductFieldsProps {
  form: ProductForm;
  errors: ProductErrors;
  onChange: (change: Partial<ProductForm>) => void;
  /** The product as somebody else saved it meanwhile, with the fields that were typed here too. */
  fresh?: { readonly form: ProductForm; readonly contested: readonly ProductField[] } | undefined;
}

/** The value of a field in words, for beside the field. */
function valueText(form: ProductForm, field: ProductField): string {
  const value = form[field];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (value === '') return 'nothing';
  if (field === 'price' || field === 'oldPrice') return formatPrice(Number(value), 'USD');
  if (field === 'category') return categoryLabels[value as keyof typeof categoryLabels] ?? value;
  return value;
}

/** The fresh value of a contested field beside the own one, and a way to take it. */
function FreshValue({ field, form, fresh, onChange }: ProductFieldsProps & { field: ProductField }) {
  if (!fresh?.contested.includes(field) || fresh.form[field] === form[field]) return null;
  return (
    <p className={classes.fresh}>
      In the shop now: <strong>{valueText(fresh.form, field)}</strong>
      <Button
        look="line"
        size="small"
        aria-label={`Use it: the value in the shop for ${fieldLabels[field]}`}
        onClick={() => onChange({ [field]: fresh.form[field] })}
      >
        Use it
      </Button>
    </p>
  );
}

type OneFieldProps = ProductFieldsProps & {
  field: ProductField;
  optional?: boolean;
  hint?: string | undefined;
  children: ReactNode;
};

function OneField({ optional, hint, children, ...props }: OneFieldProps) {
  const { field, errors } = props;
  return (
    <div data-field={field}>
      <Field label={fieldLabels[field]} error={errors[field]} optional={optional} hint={hint}>
        {children}
      </Field>
      <FreshValue {...props} />
    </div>
  );
}

/** The texts of a product: name, brand, description. */
export function BasicFields(props: ProductFieldsProps) {
  const { form, onChange } = props;
  return (
    <div className={classes.stack}>
      {productTextEntries.map(([name, { kind, maxLength, isRequired }]) => {
        const Control = kind === 'long-text' ? TextArea : TextInput;
        return (
          <OneField key={name} {...props} field={name} optional={isRequired !== true}>
            <Control
              name={name}
              maxLength={maxLength}
              value={form[name]}
              onChange={({ target }: { target: { value: string } }) => onChange({ [name]: target.value })}
            />
          </OneField>
        );
      })}
    </div>
  );
}

/** Price and old price, both in the back office's dollars. */
export function PriceFields(props: ProductFieldsProps) {
  const { form, onChange } = props;
  return (
    <div className={classes.pair}>
      {(['price', 'oldPrice'] as const).map((field) => (
        <OneField key={field} {...props} field={field} optional={field === 'oldPrice'}>
          <TextInput
            name={field}
            before="$"
            inputMode="decimal"
            autoComplete="off"
            value={form[field]}
            onChange={({ target }) => onChange({ [field]: target.value })}
          />
        </OneField>
      ))}
    </div>
  );
}

interface StockFieldsProps extends ProductFieldsProps {
  /** Undefined: pieces can be typed; else why they cannot. */
  stockNote?: string | undefined;
  stockHint?: string | undefined;
}

/** Pieces and the two switches. */
export function StockFields({ stockNote, stockHint, ...props }: StockFieldsProps) {
  const { form, onChange } = props;
  return (
    <div className={classes.stack}>
      <OneField {...props} field="stock" optional={stockHint !== undefined} hint={stockNote ?? stockHint}>
        <TextInput
          name="stock"
          inputMode="numeric"
          autoComplete="off"
          readOnly={stockNote !== undefined}
          value={form.stock}
          onChange={({ target }) => onChange({ stock: target.value })}
        />
      </OneField>
      <div>
        {(['inStock', 'featured'] as const).map((field) => (
          <div key={field}>
            <Checkbox
              name={field}
              label={fieldLabels[field]}
              checked={form[field]}
              onChange={({ target }) => onChange({ [field]: target.checked })}
            />
            <FreshValue {...props} field={field} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The category, one of the known list. */
export function CategoryField(props: ProductFieldsProps) {
  const { form, onChange } = props;
  return (
    <OneField {...props} field="category">
      <Select
        name="category"
        value={form.category}
        onChange={({ target }) => onChange({ category: target.value })}
      >
        <option value="">Choose a category</option>
        {Object.entries(categoryLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </OneField>
  );
}

/** The specifications; empty ones are dropped. */
export function SpecFields(props: ProductFieldsProps) {
  const { form, onChange } = props;
  return (
    <div className={classes.pair}>
      {productSpecNames.map((name) => (
        <OneField key={name} {...props} field={name} optional>
          <TextInput
            name={name}
            maxLength={300}
            value={form[name]}
            onChange={({ target }) => onChange({ [name]: target.value })}
          />
        </OneField>
      ))}
    </div>
  );
}
