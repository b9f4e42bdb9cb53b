import { Alert, VisuallyHidden } from '@kinmel/ui';
import { preloadOnIntent, Widget } from '@kinmel/web-kit';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Search from 'lucide-react/icons/search';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import classes from './search-form.module.css';

const resultsPath = '/search-results';

/** The query of a results page: from its navigation state, otherwise from its URL. */
function shownQuery({ pathname, search, state }: ReturnType<typeof useLocation>): string {
  if (pathname !== resultsPath) return '';
  const { query } = (state ?? {}) as { query?: unknown };
  return typeof query === 'string' ? query : (new URLSearchParams(search).get('q') ?? '');
}

/** Input since the last navigation. */
interface Typing {
  readonly locationKey: string;
  readonly text: string;
  readonly isActive: boolean;
  readonly isEmptyRefused: boolean;
}

/** The search box of the header; suggestions are a widget, loaded when the box is used. */
export function SearchForm() {
  const location = useLocation();
  const navigate = useNavigate();
  const inputId = useId();
  const alertId = useId();
  const anchor = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const initialTyping = {
    locationKey: location.key,
    text: shownQuery(location),
    isActive: false,
    isEmptyRefused: false,
  };
  const [typing, setTyping] = useState<Typing>(initialTyping);
  // A navigation resets the input: the box shows the query of the current page.
  const { text, isActive, isEmptyRefused } = typing.locationKey === location.key ? typing : initialTyping;
  const change = (part: Partial<Typing>) =>
    setTyping((before) => ({ ...(before.locationKey === location.key ? before : initialTyping), ...part }));

  useEffect(() => {
    if (!isActive) return;
    const closeOnOutside = ({ target }: Event) => {
      if (target instanceof Node && anchor.current?.contains(target)) return;
      setTyping((before) => ({ ...before, isActive: false }));
    };
    document.addEventListener('focusin', closeOnOutside);
    document.addEventListener('pointerdown', closeOnOutside);
    return () => {
      document.removeEventListener('focusin', closeOnOutside);
      document.removeEventListener('pointerdown', closeOnOutside);
    };
  }, [isActive]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const query = text.trim();
    if (query === '') {
      change({ isEmptyRefused: true });
      input.current?.focus();
      return;
    }
    change({ isActive: false });
    void navigate(`${resultsPath}?${new URLSearchParams({ q: query })}`, { state: { query } });
  };

  const intent = preloadOnIntent(resultsPath);
  return (
    <search ref={anchor} className={classes.search}>
      <form className={classes.form} action={resultsPath} onSubmit={submit} noValidate>
        <VisuallyHidden as="label" htmlFor={inputId}>
          Search products
        </VisuallyHidden>
        <div className={classes.box}>
          <Search className={classes.glass} />
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
              change({ isActive: true });
              intent.onFocus();
            }}
            onChange={(event) => {
              change({ text: event.target.value, isActive: true, isEmptyRefused: false });
            }}
          />
          <button type="submit" className={classes.submit} aria-label="Search">
            <ArrowRight />
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
              change({ isActive: false });
              void navigate(to);
            }}
          />
        ) : null}
      </form>
    </search>
  );
}
