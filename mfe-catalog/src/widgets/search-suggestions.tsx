import type { Suggestion } from '@kinmel/contracts';
import { VisuallyHidden } from '@kinmel/ui';
import { formatPrice, type WidgetProps } from '@kinmel/web-kit';
import Search from 'lucide-react/icons/search';
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';
import { catalogApi } from '../catalog-api.ts';
import { imageAddress } from '../products/picture/shown-pictures.ts';
import { productPath } from '../products/product-link.ts';
import classes from './search-suggestions.module.css';

/** Pause in typing before suggestions are requested, in milliseconds. */
export const typingPauseMs = 150;
/** A single letter has too many matches. */
const minQueryLength = 2;

const addressOf = (suggestion: Suggestion) =>
  suggestion.kind === 'product'
    ? productPath(suggestion.id)
    : `/search-results?${new URLSearchParams({ q: suggestion.text })}`;

function useDebounced(text: string): string {
  const [debouncedText, setDebouncedText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : debouncedText;
}

/**
 * The list below the search field (ARIA combobox pattern with list autocomplete). The field belongs to the shell: it is
 * found by its id, and its keys and combobox attributes are handled here, so that without this widget it is a plain
 * search field. The focus stays in the field.
 */
export default function SearchSuggestions({
  query,
  inputId,
  onChoose,
}: WidgetProps['mfe-catalog/search-suggestions']) {
  const text = query.trim();
  const debouncedQuery = useDebounced(text);
  const { data, isError } = catalogApi.useSuggestProductsQuery(debouncedQuery, {
    skip: debouncedQuery.length < minQueryLength,
  });
  // The selected suggestion, valid only for the response that contains it.
  const [choice, setChoice] = useState<{ response: unknown; position: number }>();
  const active = choice?.response === data ? (choice?.position ?? -1) : -1;
  const setActive = (position: number) => setChoice({ response: data, position });
  const [closedText, setClosedText] = useState<string>();
  const listId = useId();
  const optionId = (position: number) => `${listId}-${position}`;

  // The suggestions of the previous text stay while new ones are loading, but not when there are none.
  const suggestions = text.length < minQueryLength || isError ? [] : (data ?? []);
  const isOpen = suggestions.length > 0 && closedText !== text;
  const current = isOpen ? suggestions[active] : undefined;

  // The listener is added once and calls the latest handler.
  const onKey = useRef<(event: KeyboardEvent) => void>(undefined);
  useEffect(() => {
    onKey.current = (event) => {
      if (event.isComposing) return;
      if (event.key === 'Escape' && isOpen) {
        event.preventDefault();
        setClosedText(text);
        setActive(-1);
      } else if (event.key === 'Enter' && current) {
        event.preventDefault();
        onChoose(addressOf(current));
      } else if (event.key === 'ArrowDown' && !isOpen && suggestions.length > 0) {
        event.preventDefault();
        setClosedText(undefined);
        setActive(0);
      } else if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        event.preventDefault();
        // One extra position: the field itself with the typed text.
        const positionCount = suggestions.length + 1;
        const step = event.key === 'ArrowDown' ? 1 : -1;
        setActive(((active + 1 + step + positionCount) % positionCount) - 1);
      }
    };
  });

  useEffect(() => {
    const input = document.getElementById(inputId);
    if (!input) return;
    const listen = (event: KeyboardEvent) => onKey.current?.(event);
    input.addEventListener('keydown', listen);
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    input.setAttribute('aria-controls', listId);
    return () => {
      input.removeEventListener('keydown', listen);
      for (const name of [
        'role',
        'aria-autocomplete',
        'aria-controls',
        'aria-expanded',
        'aria-activedescendant',
      ]) {
        input.removeAttribute(name);
      }
    };
  }, [inputId, listId]);

  useEffect(() => {
    const input = document.getElementById(inputId);
    input?.setAttribute('aria-expanded', String(isOpen));
    if (current) input?.setAttribute('aria-activedescendant', optionId(active));
    else input?.removeAttribute('aria-activedescendant');
  });

  const listbox = { id: listId, role: 'listbox', 'aria-label': 'Suggestions' } as const;
  // The field keeps the focus, as it handles the keys.
  const keepFocus = (event: SyntheticEvent) => event.preventDefault();
  const optionAt = (position: number, suggestion: Suggestion) =>
    ({
      id: optionId(position),
      role: 'option',
      'aria-selected': position === active,
      onPointerDown: keepFocus,
      onMouseDown: keepFocus,
      onPointerMove: () => setActive(position),
      onClick: () => onChoose(addressOf(suggestion)),
    }) as const;
  const count = `${suggestions.length} ${suggestions.length === 1 ? 'suggestion' : 'suggestions'}`;
  return (
    <div className={isOpen ? classes.popup : undefined}>
      <ul {...listbox} className={classes.list} hidden={!isOpen}>
        {isOpen
          ? suggestions.map((suggestion, position) => (
              <li
                key={addressOf(suggestion)}
                {...optionAt(position, suggestion)}
                className={`line ${classes.option}`}
              >
                {suggestion.kind === 'product' ? (
                  <>
                    {suggestion.image ? (
                      <img
                        src={imageAddress(suggestion.image).replace(/\/640\.webp$/, '/320.webp')}
                        alt=""
                        width={40}
                        height={40}
                        className={classes.picture}
                      />
                    ) : (
                      <span className={classes.picture} />
                    )}
                    <span className={`one-line grow ${classes.text}`}>{suggestion.text}</span>
                    <span className="type-detail figures">{formatPrice(suggestion.price)}</span>
                  </>
                ) : (
                  <>
                    <Search className={classes.glass} />
                    <span className={`one-line grow ${classes.text}`}>{suggestion.text}</span>
                  </>
                )}
              </li>
            ))
          : null}
      </ul>
      <VisuallyHidden aria-live="polite">{isOpen ? count : ''}</VisuallyHidden>
    </div>
  );
}
