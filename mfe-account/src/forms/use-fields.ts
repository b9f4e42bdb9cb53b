import { useState } from 'react';
import { focusFirstWrong } from './focus-wrong.ts';

/** What a field of a form needs of its state. */
export interface FieldState<Value> {
  readonly value: Value;
  readonly error: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** What the fields of a form hold, and what is wrong with them until they change. */
export function useFields<Values extends object>(start: Values | (() => Values)) {
  type Errors = { readonly [Name in keyof Values]?: string | undefined };
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<Errors>({});
  return {
    values,
    setValues,
    field: <Name extends keyof Values>(name: Name): FieldState<Values[Name]> => ({
      value: values[name],
      error: errors[name],
      onChange: (value) => {
        setValues((before) => ({ ...before, [name]: value }));
        setErrors((before) => ({ ...before, [name]: undefined }));
      },
    }),
    /** Tells what is wrong, and takes the focus to the first wrong field. False: nothing is. */
    showErrors: (form: HTMLFormElement, found: Errors): boolean => {
      setErrors(found);
      const isWrong = Object.values(found).some((error) => error !== undefined);
      if (isWrong) focusFirstWrong(form);
      return isWrong;
    },
  };
}
