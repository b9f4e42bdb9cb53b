import { Field, TextInput } from '@kinmel/ui';
import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import classes from './toolbar.module.css';

/** How long typing must pause before a search, in milliseconds. */
export const debounceMs = 300;

interface SearchBoxProps {
  /** Accessible name. */
  label: string;
  placeholder: string;
  value: string;
  /** `replace` while typing: no history entry per letter. */
  onSearch: (search: string, options: { replace: boolean }) => void;
}

/** Searches after a pause in typing, or at once on Enter. */
export function SearchBox({ label, placeholder, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [sentText, setSentText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address was changed elsewhere, such as by the back button.
  if (value !== sentText) {
    setSentText(value);
    if (value !== text.trim()) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const startSearch = (next: string, options: { replace: boolean }) => {
    clearTimeout(timer.current);
    const search = next.trim();
    if (search !== value) onSearch(search, options);
  };
  return (
    <Field label={label} hideLabel className={classes.search}>
      <TextInput
        type="search"
        before={<Search size={20} />}
        placeholder={placeholder}
        maxLength={100}
        value={text}
        onChange={({ target }) => {
          const next = target.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => startSearch(next, { replace: value !== '' }), debounceMs);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter would submit a surrounding form.
          event.preventDefault();
          startSearch(text, { replace: false });
        }}
      />
    </Field>
  );
}
