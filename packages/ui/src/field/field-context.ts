import { createContext, use } from 'react';

interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

export const FieldContext = createContext<FieldWiring | undefined>(undefined);

/** Props that a control takes from the field around it: id, description and validity. */
export function useFieldWiring(controlProps: {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
}) {
  const field = use(FieldContext);
  if (!field) return controlProps;
  return {
    id: controlProps.id ?? field.id,
    'aria-describedby':
      [controlProps['aria-describedby'], field.describedBy].filter(Boolean).join(' ') || undefined,
    ...(field.invalid ? { 'aria-invalid': true as const } : {}),
  };
}
