import { createContext, use } from 'react';

interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

export const FieldContext = createContext<FieldWiring | undefined>(undefined);

/** Props that a control takes from the field around it: id, description and validity. */
export function useFieldWiring(own: { id?: string | undefined; 'aria-describedby'?: string | undefined }) {
  const field = use(FieldContext);
  if (!field) return own;
  return {
    id: own.id ?? field.id,
    'aria-describedby': [own['aria-describedby'], field.describedBy].filter(Boolean).join(' ') || undefined,
    ...(field.invalid ? { 'aria-invalid': true as const } : {}),
  };
}
