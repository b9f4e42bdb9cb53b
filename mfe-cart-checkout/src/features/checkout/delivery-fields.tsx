import { Field, TextArea, TextInput } from '@kinmel/ui';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useId } from 'react';
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

/** Name, email, phone, address, city, zip code and notes (CHKO-01, CHKO-02). */
export function DeliveryFields({ delivery, fault, onChange }: DeliveryFieldsProps) {
  const faultId = useId();
  return (
    <div className={classes.fields}>
      {requiredFields.map(({ name, label, ...native }) => {
        const message = fault?.field === name ? fault.message : undefined;
        return (
          <Field key={name} label={label}>
            <TextInput
              {...native}
              name={name}
              value={delivery[name]}
              required
              aria-describedby={message ? faultId : undefined}
              {...(message ? { 'aria-invalid': true } : {})}
              onChange={(event) => onChange(name, event.currentTarget.value)}
            />
            {message ? (
              <p className={classes.fault} id={faultId} role="alert">
                <CircleAlert />
                {message}
              </p>
            ) : null}
          </Field>
        );
      })}
      <Field label="Notes" optional className={classes.notes}>
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
