import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { type Location, type NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { afterFrame } from '../pages/after-frame.ts';

/** Scroll positions in CSS pixels by `locationKey`; kept over a reload. */
const storageKey = 'kinmel:scroll';
const positions = new Map<string, number>();
let pending: (() => void) | undefined;
let announcement = '';
const listeners = new Set<() => void>();

/**
 * What makes an address another page: its path, the product it shows and what is searched. Filters, sort and page
 * number are not, so that choosing one keeps focus and scroll where they are.
 */
export function pageIdentity({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const parameters = new URLSearchParams(search);
  return `${pathname}?${parameters.get('id') ?? ''}&${parameters.get('q') ?? ''}`;
}

/**
 * A step of the history. The router calls the first step of every document `default`, so its key alone would give
 * one page the position of another.
 */
const locationKey = ({ key, pathname, search, hash }: Location) => `${key} ${pathname}${search}${hash}`;

/** Whether the browser itself went back to this document or loaded it again: only then its old position is wanted. */
function isReturn(): boolean {
  const [load] = performance.getEntriesByType?.('navigation') ?? [];
  const type = load && 'type' in load ? load.type : undefined;
  return type === 'reload' || type === 'back_forward';
}

function restorePositions(): void {
  try {
    const text = sessionStorage.getItem(storageKey);
    for (const [key, y] of Object.entries(JSON.parse(text ?? '{}') as Record<string, unknown>)) {
      if (typeof y === 'number') positions.set(key, y);
    }
  } catch {
    positions.clear();
  }
}

function keepPositions(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(positions)));
  } catch {
    // Without storage a reload starts at the top, as it would without us.
    positions.clear();
  }
}

/** Scrolls as soon as the page is tall enough, for at most a second: lists may still be filling. */
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

/** The element that the address or the navigation asks for: `#services`, or the flag that says the same. */
function askedElement({ hash, state }: Location): HTMLElement | null {
  if (hash !== '') return document.getElementById(hash.slice(1));
  const flags = state as { scrollToServices?: unknown } | null;
  return flags?.scrollToServices === true ? document.getElementById('services') : null;
}

function focusPage(asked: HTMLElement | null): void {
  const main = document.querySelector<HTMLElement>('main');
  const target = asked ?? main?.querySelector<HTMLElement>('h1') ?? main;
  if (!target) return;
  if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
  target.focus({ preventScroll: true });
}

/** Both zeros are named: a place that no page is too short for needs no layout, which any other has made at once. */
const scrollToTop = () => window.scrollTo({ left: 0, top: 0, behavior: 'instant' });

const savedPosition = (location: Location, kind: NavigationType) =>
  kind === 'POP' ? positions.get(locationKey(location)) : undefined;

function arrive(location: Location, kind: NavigationType, isFirst: boolean): void {
  const target = askedElement(location);
  const saved = isFirst && !isReturn() ? undefined : savedPosition(location, kind);
  if (saved !== undefined) scrollWhenTall(saved);
  // At once, so that the browser holds the place while what stands above it still fills; a slow way there would end short of it.
  else if (target) target.scrollIntoView({ behavior: 'instant' });
  else if (!isFirst) scrollToTop();
  if (isFirst) return;
  focusPage(target);
  // Words for the ear can wait for the frame; before it they would have the page laid out once more.
  afterFrame(() => {
    forgetLandingPage();
    announce(document.title);
  });
}

/** What the document's head says of the page that it opened with; nothing of it is true of another. */
const ofLandingPage =
  'link[rel=canonical],meta[name=description],meta[name=robots],meta[name^="twitter:"],meta[property],script[type="application/ld+json"]';

/** A browser shares the canonical address, and would share the page that was left. Who reads the rest asks for each address anew. */
function forgetLandingPage(): void {
  for (const element of document.head.querySelectorAll(ofLandingPage)) element.remove();
}

let firstIsShown = () => {};

/** Settles when the page that the document opened with stands, or the place of one that did not load. */
export const firstPage = new Promise<void>((resolve) => {
  firstIsShown = resolve;
});

/** Called when a page (or the place of one that did not load) stands in the document. */
export function pageIsShown(): void {
  firstIsShown();
  const run = pending;
  pending = undefined;
  // After the page's own effects, which set its title.
  if (run) queueMicrotask(run);
}

/**
 * Scroll, focus and announcement on navigation: a new page starts at its top with the focus on its heading, going
 * back returns to where the shopper was, and the first load leaves the focus where the browser put it.
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
      keepPositions();
    };
    window.addEventListener('pagehide', onHide);
    return () => window.removeEventListener('pagehide', onHide);
  }, []);

  // The page's position is noted while it still stands, scroll by scroll: at the time of the navigation it is gone.
  useEffect(() => {
    const note = () => {
      if (pending === undefined) positions.set(key, window.scrollY);
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key]);

  useLayoutEffect(() => {
    const identity = pageIdentity(location);
    const before = last.current;
    last.current = { identity, key: locationKey(location) };
    const isFirst = before === undefined;
    if (before?.key === locationKey(location)) return;
    if (before && before.identity === identity && location.hash === '') {
      if (kind === 'POP') scrollWhenTall(positions.get(locationKey(location)) ?? 0);
      return;
    }
    pending = () => arrive(location, kind, isFirst);
    // Before the frame: a placeholder is shorter than the page that was left, and its end is the footer.
    if (!isFirst && savedPosition(location, kind) === undefined && !askedElement(location)) scrollToTop();
    // A page that already stands (the same component with another product) does not mount again.
    if (before?.identity.split('?')[0] === identity.split('?')[0]) pageIsShown();
  }, [location, kind]);
}

/** What a screen reader is told after a navigation: the title of the page that now stands. */
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
