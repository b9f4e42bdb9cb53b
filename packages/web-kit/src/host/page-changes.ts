import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { type Location, type NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { afterFrame } from '../pages/after-frame.ts';
import { tabStorage } from '../state/tab-storage.ts';

/** Scroll positions in CSS pixels by `locationKey`; they survive a reload. */
const storageKey = 'kinmel:scroll';
const positions = new Map<string, number>();
let pendingArrival: (() => void) | undefined;
let announcement = '';
const listeners = new Set<() => void>();

/**
 * The part of a URL that identifies a page: its path, product and search text. Filters, sorting and page number are
 * excluded, so that changing one keeps focus and scroll position.
 */
export function pageIdentity({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const parameters = new URLSearchParams(search);
  return `${pathname}?${parameters.get('id') ?? ''}&${parameters.get('q') ?? ''}`;
}

/**
 * Key of a history entry. The router gives the first entry of every document the key `default`, so the key alone is not
 * unique.
 */
const locationKey = ({ key, pathname, search, hash }: Location) => `${key} ${pathname}${search}${hash}`;

/** Whether the document was loaded by going back or reloading: only then its scroll position is restored. */
function isReturn(): boolean {
  const [load] = performance.getEntriesByType?.('navigation') ?? [];
  const type = load && 'type' in load ? load.type : undefined;
  return type === 'reload' || type === 'back_forward';
}

function restorePositions(): void {
  for (const [key, y] of Object.entries(tabStorage.read(storageKey) ?? {})) {
    if (typeof y === 'number') positions.set(key, y);
  }
}

const savePositions = () => tabStorage.write(storageKey, Object.fromEntries(positions));

/** Scrolls as soon as the page is tall enough, for at most one second: lists may still be loading. */
function scrollWhenTall(y: number): void {
  const until = performance.now() + 1000;
  const attempt = () => {
    window.scrollTo({ top: y, behavior: 'instant' });
    if (Math.abs(window.scrollY - y) > 1 && performance.now() < until) requestAnimationFrame(attempt);
  };
  attempt();
}

function announce(text: string): void {
  announcement = text;
  for (const listener of listeners) listener();
}

/** The target element: from the hash, such as `#services`, or from the navigation state. */
function targetElement({ hash, state }: Location): HTMLElement | null {
  if (hash !== '') return document.getElementById(hash.slice(1));
  const flags = state as { scrollToServices?: unknown } | null;
  return flags?.scrollToServices === true ? document.getElementById('services') : null;
}

function focusPage(preferredTarget: HTMLElement | null): void {
  const main = document.querySelector<HTMLElement>('main');
  const target = preferredTarget ?? main?.querySelector<HTMLElement>('h1') ?? main;
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
  target.focus({ preventScroll: true });
}

/** Both values are 0: the browser needs no layout for it, while any other position forces one. */
const scrollToTop = () => window.scrollTo({ left: 0, top: 0, behavior: 'instant' });

const savedPosition = (location: Location, kind: NavigationType) =>
  kind === 'POP' ? positions.get(locationKey(location)) : undefined;

function handleArrival(location: Location, kind: NavigationType, isFirst: boolean): void {
  const target = targetElement(location);
  const saved = isFirst && !isReturn() ? undefined : savedPosition(location, kind);
  if (saved !== undefined) scrollWhenTall(saved);
  // Instantly, so that the browser keeps the position while the content above loads; a smooth scroll would stop too
  // early.
  else if (target) target.scrollIntoView({ behavior: 'instant' });
  else if (!isFirst) scrollToTop();
  if (isFirst) return;
  focusPage(target);
  // After the frame, because an earlier announcement would force another layout.
  afterFrame(() => {
    forgetLandingPage();
    announce(document.title);
  });
}

/** Tags in the document's head that describe the landing page only. */
const landingPageTags =
  'link[rel=canonical],meta[name=description],meta[name=robots],meta[name^="twitter:"],meta[property],script[type="application/ld+json"]';

/** A browser shares the canonical URL, which would still be that of the landing page. Crawlers load each URL anew. */
function forgetLandingPage(): void {
  for (const element of document.head.querySelectorAll(landingPageTags)) element.remove();
}

let resolveFirstPage = () => {};

/** Resolves when the landing page or its error state is mounted. */
export const firstPage = new Promise<void>((resolve) => {
  resolveFirstPage = resolve;
});

/** Called when a page or its error state is mounted. */
export function pageIsShown(): void {
  resolveFirstPage();
  const arrival = pendingArrival;
  pendingArrival = undefined;
  // After the page's own effects, which set its title.
  if (arrival) queueMicrotask(arrival);
}

/**
 * Scroll, focus and announcement on navigation: a new page starts at the top with the focus on its heading, going back
 * restores the scroll position, and the first load does not change the focus.
 */
export function usePageChanges(): void {
  const location = useLocation();
  const kind = useNavigationType();
  const key = locationKey(location);
  const last = useRef<{ identity: string; key: string } | undefined>(undefined);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    restorePositions();
    const onHide = () => {
      if (last.current) positions.set(last.current.key, window.scrollY);
      savePositions();
    };
    window.addEventListener('pagehide', onHide);
    return () => window.removeEventListener('pagehide', onHide);
  }, []);

  // Positions are stored on every scroll: at the time of the navigation the page is already unmounted.
  useEffect(() => {
    const recordPosition = () => {
      if (pendingArrival === undefined) positions.set(key, window.scrollY);
    };
    window.addEventListener('scroll', recordPosition, { passive: true });
    return () => window.removeEventListener('scroll', recordPosition);
  }, [key]);

  useLayoutEffect(() => {
    const identity = pageIdentity(location);
    const previous = last.current;
    last.current = { identity, key: locationKey(location) };
    const isFirst = previous === undefined;
    if (previous?.key === locationKey(location)) return;
    if (previous && previous.identity === identity && location.hash === '') {
      if (kind === 'POP') scrollWhenTall(positions.get(locationKey(location)) ?? 0);
      return;
    }
    pendingArrival = () => handleArrival(location, kind, isFirst);
    // Before the frame: a placeholder is shorter than the previous page, and the window would show the footer.
    if (!isFirst && savedPosition(location, kind) === undefined && !targetElement(location)) scrollToTop();
    // A page that is already mounted (the same component with another product) does not mount again.
    if (previous?.identity.split('?')[0] === identity.split('?')[0]) pageIsShown();
  }, [location, kind]);
}

/** Text for screen readers after a navigation: the title of the new page. */
export function usePageAnnouncement(): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => announcement,
    () => '',
  );
}
