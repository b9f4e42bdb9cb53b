import { Alert, VisuallyHidden } from '@kinmel/ui';
import { preloadOnIntent, Widget } from '@kinmel/web-kit';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Search from 'lucide-react/icons/search';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import classes from './search-form.module.css';

const resultsPath = '/search-results';

/** The query of a results page: in its navigation state first, else in its address (decision CONF-66). */
function shownQuery({ pathname, search, state }: ReturnType<typeof useLocation>): string {
  if (pathname !== resultsPath) return '';
  const { query } = (state ?? {}) as { query?: unknown };
  return typeof query === 'string' ? query : (new URLSearchParams(search).get('q') ?? '');
}

/** The search box of the header (NAV-02, NAV-25, NAV-26); suggestions are a widget, loaded when the box is used. */
export function SearchForm() {
  const location = useLocation();
  const navigate = useNavigate();
  const inputId = useId();
  const alertId = useId();
  const input = useRef<HTMLInputElement>(null);
  const shown = shownQuery(location);
  const [text, setText] = useState(shown);
  const [isActive, setActive] = useState(false);
  const [isEmptyRefused, setEmptyRefused] = useState(false);

  useEffect(() => {
    setText(shown);
    setEmptyRefused(false);
    setActive(false);
  }, [location.key, shown]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const query = text.trim();
    if (query === '') {
      setEmptyRefused(true);
      input.current?.focus();
      return;
    }
    setActive(false);
    void navigate(`${resultsPath}?${new URLSearchParams({ q: query })}`, { state: { query } });
  };

  const intent = preloadOnIntent(resultsPath);
  return (
    <form
      role="search"
      className={classes.form}
      action={resultsPath}
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setActive(false);
      }}
      noValidate
    >
      <VisuallyHidden as="label" htmlFor={inputId}>
        Search products
      </VisuallyHidden>
      <div className={classes.box}>
        <Search className={classes.glass} aria-hidden="true" />
        <input
          ref={input}
          id={inputId}
          className={classes.input}
          type="search"
          name="q"
          value={text}
          placeholder="Search phones, laptops, watches"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          aria-invalid={isEmptyRefused || undefined}
          aria-describedby={isEmptyRefused ? alertId : undefined}
          onFocus={() => {
            setActive(true);
            intent.onFocus();
          }}
          onChange={(event) => {
            setText(event.target.value);
            setActive(true);
            setEmptyRefused(false);
          }}
        />
        <button type="submit" className={classes.submit} aria-label="Search">
          <ArrowRight aria-hidden="true" />
        </button>
      </div>
      {isEmptyRefused ? (
        <Alert tone="bad" id={alertId} className={classes.alert}>
          Please enter a search term.
        </Alert>
      ) : null}
      {isActive && !isEmptyRefused ? (
        <Widget
          name="mfe-catalog/search-suggestions"
          whenMissing="nothing"
          query={text}
          inputId={inputId}
          onChoose={(to) => {
            setActive(false);
            void navigate(to);
          }}
        />
      ) : null}
    </form>
  );
}
