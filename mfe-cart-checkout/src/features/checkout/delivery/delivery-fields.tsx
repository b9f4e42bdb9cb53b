import { Field, TextArea, TextInput } from '@kinmel/ui';
import {
  type Delivery,
  type DeliveryFault,
  type DeliveryField,
  notesMaxLength,
  requiredFields,
} from './delivery.rules.ts';
import classes from './delivery-fields.module.css';

interface DeliveryFieldsProps {
  delivery: Delivery;
  fault: DeliveryFault | undefined;
  onChange: (field: DeliveryField, value: string) => void;
}

/** Name, email, phone, address, city, zip code and notes. */
export function DeliveryFields({ delivery, fault, onChange }: DeliveryFieldsProps) {
  return (
    <div className={`fields ${classes.fields}`}>
      {requiredFields.map(({ name, label, ...native }) => {
        const message = fault?.field === name ? fault.message : undefined;
        return (
          <Field key={name} label={label} error={message} announceError>
            <TextInput
              {...native}
              name={name}
              value={delivery[name]}
              required
              onChange={(event) => onChange(name, event.currentTarget.value)}
            />
          </Field>
        );
      })}
      <Field label="Notes" optional className="wide">
        <TextArea
          name="notes"
          value={delivery.notes}
          maxLength={notesMaxLength}
          autoComplete="off"
          onChange={(event) => onChange('notes', event.currentTarget.value)}
        />
      </Field>
    </div>
  );
}
