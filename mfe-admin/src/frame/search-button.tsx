import { Dialog } from '@kinmel/ui';
import { lazyPage } from '@kinmel/web-kit';
import Search from 'lucide-react/icons/search';
import { useEffect, useRef, useState } from 'react';
import type { SearchPanelProps } from '../search/search-panel.tsx';
import { LazyPart } from './lazy-part.tsx';
import classes from './search-button.module.css';

const SearchPanel = lazyPage<SearchPanelProps>(
  () => import(/* webpackChunkName: "search" */ '../search/search-panel.tsx'),
);

const fieldSelector = 'input:not([type="checkbox"], [type="radio"]), textarea, select';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches(fieldSelector));

/** "/" as well as Ctrl or Cmd with K, where they are not typed into a field and no dialog is open. */
function isSearchKey(event: KeyboardEvent): boolean {
  const isSlash = event.key === '/' && !event.metaKey;
  const isK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
  return (
    (isSlash || isK) &&
    !event.defaultPrevented &&
    !isTyping(event.target) &&
    document.querySelector('dialog[open]') === null
  );
}

/** Opens the global search, on every page also by a keyboard shortcut. Its code is loaded on demand. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-label="Search"
        aria-keyshortcuts="/ Control+K Meta+K"
        onPointerEnter={() => void SearchPanel.preload()}
        onClick={() => setOpen(true)}
      >
        <Search size={20} />
        <span className={classes.text}>Search</span>
        <kbd className={classes.key}>/</kbd>
      </button>
      <Dialog open={isOpen} onClose={close} title="Search" initialFocus={field} className={classes.dialog}>
        <LazyPart resetKey="search" failed="The search could not be loaded." height={220}>
          <SearchPanel field={field} onClose={close} />
        </LazyPart>
      </Dialog>
    </>
  );
}
