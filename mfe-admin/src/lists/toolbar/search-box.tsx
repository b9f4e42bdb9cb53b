import { Field, TextInput } from '@kinmel/ui';
import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import classes from './toolbar.module.css';

/** How long typing rests before the list is asked, in milliseconds. */
const restMs = 300;

interface SearchBoxProps {
  /** Names the box for readers. */
  label: string;
  placeholder: string;
  value: string;
  /** `replace`: while it is typed no letter is a step of the history. */
  onSearch: (search: string, how: { replace: boolean }) => void;
}

/** The search of a list: asks when typing rests, or at once by Enter. */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed without this box: by back, a link or a button that clears the filters.
  if (value !== asked) {
    setAsked(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = (next: string, how: { replace: boolean }) => {
    clearTimeout(timer.current);
    const search = next.trim();
    if (search !== value) onSearch(search, how);
  };
  return (
    <Field label={label} hideLabel className={classes.search}>
      <TextInput
        type="search"
        before={<Search aria-hidden="true" />}
        placeholder={placeholder}
        maxLength={100}
        value={text}
        onChange={({ target }) => {
          const next = target.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => ask(next, { replace: value !== '' }), restMs);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // In a form it would send the form.
          event.preventDefault();
          ask(text, { replace: false });
        }}
      />
    </Field>
  );
}
