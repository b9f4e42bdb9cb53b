import { typedNumber } from '@kinmel/contracts/browser';
import { Button, Loading, Quantity, Skeleton } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { FieldGroup, SelectField } from '../../requests/request-form.tsx';
import type { FormParts } from '../../requests/use-request-form.ts';
import ownClasses from './phone-group.module.css';
import { type ChosenVariant, modelOptions, unitPrice, variantOptions } from './phone-options.rules.ts';
import { phoneOrderApi } from './phone-order-api.ts';

/** The options with the current choice, which a reloaded catalogue may lack. */
const withChosen = (options: readonly string[], chosen: string) =>
  chosen === '' || options.includes(chosen) ? options : [chosen, ...options];

type PhoneChoice = ChosenVariant & { readonly quantity: number };

interface PhoneForm extends FormParts<keyof PhoneChoice> {
  fields: PhoneChoice;
  change: (changes: Partial<PhoneChoice>) => void;
}

/** Model, color, storage and quantity, with the total in rupees. */
export function PhoneGroup({ form }: { form: PhoneForm }) {
  const request = phoneOrderApi.useListPhonesQuery();
  const phones = request.data ?? [];
  const { fields, change } = form;
  const { model, color, storage, quantity } = fields;
  const price = model === '' ? null : unitPrice(phones, fields);
  const isChosen = price !== null || (model !== '' && color !== '' && storage !== '');

  const chooseModel = (newModel: string) => {
    // A color or storage that the new model lacks is reset.
    const optionAfter = (part: 'color' | 'storage') => {
      const options = variantOptions(phones, newModel, part);
      if (options.includes(fields[part])) return fields[part];
      return options.length === 1 ? (options[0] ?? '') : '';
    };
    change({ model: newModel, color: optionAfter('color'), storage: optionAfter('storage') });
  };

  const choiceField = (
    name: 'model' | 'color' | 'storage',
    label: string,
    options: readonly string[],
    onValue: (value: string) => void,
  ) => (
    <SelectField
      form={form}
      name={name}
      label={label}
      value={fields[name]}
      onValue={onValue}
      options={withChosen(options, fields[name]).map((option) => [option, option])}
    />
  );

  return (
    <FieldGroup title="Phone selection">
      {request.isLoading ? (
        <Loading text="Loading the phones of the shop" className="wide">
          <Skeleton height={176} />
        </Loading>
      ) : (
        <>
          {choiceField('model', 'Model', modelOptions(phones), chooseModel)}
          {choiceField('color', 'Color', variantOptions(phones, model, 'color'), (value) =>
            change({ color: value }),
          )}
          {choiceField('storage', 'Storage', variantOptions(phones, model, 'storage'), (value) =>
            change({ storage: value }),
          )}
          <div className={ownClasses.quantity}>
            <span className="type-label" aria-hidden="true">
              Quantity
            </span>
            <Quantity
              name="phones"
              value={quantity}
              min={1}
              max={10}
              parseNumber={typedNumber}
              onChange={(value) => change({ quantity: value })}
            />
          </div>
          {request.error ? (
            <div role="alert" className="wide row gap-12 type-detail">
              The phones of the shop could not be loaded. You can order one of these all the same.
              <Button
                look="line"
                size="medium"
                busy={request.isFetching}
                busyText="Retry"
                onClick={() => void request.refetch()}
              >
                Retry
              </Button>
            </div>
          ) : null}
          <div className={`wide stack gap-4 ${ownClasses.price}`}>
            <span className="type-detail">Total</span>
            <output>
              {isChosen ? (
                <span className="type-price-page">
                  {price === null ? 'N/A' : formatPrice(price * quantity)}
                </span>
              ) : null}
              <span className="type-detail">
                {isChosen ? noteOf(quantity, price) : 'Choose model, color and storage to see the price.'}
              </span>
            </output>
          </div>
        </>
      )}
    </FieldGroup>
  );
}

const noteOf = (quantity: number, price: number | null) =>
  price === null ? 'Our team tells you the price of this phone.' : `${quantity} x ${formatPrice(price)}`;
