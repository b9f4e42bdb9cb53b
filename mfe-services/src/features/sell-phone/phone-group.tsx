import { Checkbox, Field, Select, TextArea, TextInput } from '@kinmel/ui';
import { useId } from 'react';
import { ChoiceCards } from '../../requests/choice-cards.tsx';
import { colorWords, conditionWords, storageWords } from '../../requests/phone-words.rules.ts';
import classes from '../../requests/request-form.module.css';
import { PhotoField } from './photo-field.tsx';
import { brandWords, type SellField, type SellFields } from './sell-form.rules.ts';
import { useListSellModelsQuery } from './sell-phone-api.ts';

interface PhoneGroupProps {
  phone: SellFields;
  photo: File | undefined;
  errorProps: (field: SellField) => { error: string | undefined; announceError: boolean };
  onChange: (changes: Partial<SellFields>) => void;
  onPhoto: (photo: File | undefined) => void;
  /** The name of a photo that was chosen before the page was left. */
  lostPhoto: string | undefined;
  onUnreadablePhoto: () => void;
  /** What was typed is no number: then the field has no value to tell. */
  onPriceInput: (isUnreadable: boolean) => void;
}

/** All that is asked of the phone. */
export function PhoneGroup({
  phone,
  photo,
  errorProps,
  onChange,
  onPhoto,
  lostPhoto,
  onUnreadablePhoto,
  onPriceInput,
}: PhoneGroupProps) {
  const modelsId = useId();
  // Without suggestions any model can be typed still.
  const { data: suggestions = [] } = useListSellModelsQuery(undefined, { skip: phone.brand === '' });
  const models = suggestions.find(({ brand }) => brand === phone.brand)?.models ?? [];
  const choice = (
    name: 'brand' | 'storage' | 'color',
    label: string,
    words: Readonly<Record<string, string>>,
  ) => (
    <Field label={label} {...errorProps(name)}>
      <Select
        name={name}
        required
        value={phone[name]}
        onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
      >
        <option value="">Choose</option>
        {Object.entries(words).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );

  return (
    <fieldset className={classes.group}>
      <legend className={classes.title}>Your phone</legend>
      <div className={classes.fields}>
        {choice('brand', 'Brand', brandWords)}
        <Field label="Model" {...errorProps('model')}>
          <TextInput
            name="model"
            required
            maxLength={80}
            autoComplete="off"
            list={modelsId}
            value={phone.model}
            onChange={({ currentTarget: { value } }) => onChange({ model: value })}
          />
        </Field>
        <datalist id={modelsId}>
          {models.map((model) => (
            <option key={model}>{model}</option>
          ))}
        </datalist>
        {choice('storage', 'Storage', storageWords)}
        {choice('color', 'Color', colorWords)}
        <div className={classes.wide}>
          <ChoiceCards
            label="Condition"
            name="condition"
            options={conditionWords}
            value={phone.condition}
            {...errorProps('condition')}
            onChange={(condition) => onChange({ condition })}
          />
        </div>
        <Field label="Expected price" {...errorProps('expectedPrice')}>
          <TextInput
            name="expectedPrice"
            before="$"
            type="number"
            inputMode="decimal"
            required
            min={1}
            step={0.01}
            value={phone.expectedPrice}
            onInput={({ currentTarget: { validity } }) => onPriceInput(validity.badInput)}
            onChange={({ currentTarget: { value } }) => onChange({ expectedPrice: value })}
          />
        </Field>
        <Checkbox
          name="hasCharger"
          label="I have the charger"
          className={classes.charger}
          checked={phone.hasCharger}
          onChange={({ currentTarget: { checked } }) => onChange({ hasCharger: checked })}
        />
        <Field label="Description" optional className={classes.wide} {...errorProps('description')}>
          <TextArea
            name="description"
            maxLength={2000}
            value={phone.description}
            onChange={({ currentTarget: { value } }) => onChange({ description: value })}
          />
        </Field>
        <div className={classes.wide}>
          <PhotoField
            photo={photo}
            lostPhoto={lostPhoto}
            {...errorProps('phoneImage')}
            onChange={onPhoto}
            onUnreadable={onUnreadablePhoto}
          />
        </div>
      </div>
    </fieldset>
  );
}
