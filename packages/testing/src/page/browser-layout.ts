import { act } from '@testing-library/react';

/** What jsdom lacks because it lays nothing out. Each stand-in does the least that a page can ask of it. */

interface Watch {
  readonly callback: IntersectionObserverCallback;
  readonly elements: Set<Element>;
  readonly observer: IntersectionObserver;
}

const watches = new Set<Watch>();

class StandInObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [0];
  readonly #watch: Watch;

  constructor(callback: IntersectionObserverCallback) {
    this.#watch = { callback, elements: new Set(), observer: this };
    watches.add(this.#watch);
  }

  observe(element: Element): void {
    this.#watch.elements.add(element);
  }

  unobserve(element: Element): void {
    this.#watch.elements.delete(element);
  }

  disconnect(): void {
    watches.delete(this.#watch);
  }

  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}

/** Tells the page that every element it watches came into the window, or left it, or how much of it stands there (0 to 1). */
export async function scrollWatched(seen: boolean | number): Promise<void> {
  const intersectionRatio = Number(seen);
  await act(async () => {
    for (const { callback, elements, observer } of watches) {
      // The pages read only these of an entry's fields.
      const entries = [...elements].map(
        (target) =>
          ({ target, isIntersecting: intersectionRatio > 0, intersectionRatio }) as IntersectionObserverEntry,
      );
      if (entries.length > 0) callback(entries, observer);
    }
  });
}

/** A narrow window that never changes: no media query matches. */
const noMatch = (media: string): MediaQueryList => ({
  media,
  matches: false,
  onchange: null,
  addEventListener: () => {},
  removeEventListener: () => {},
  addListener: () => {},
  removeListener: () => {},
  dispatchEvent: () => true,
});

/** Gives jsdom what it lacks; what it has stays. */
export function standInForLayout(): void {
  window.matchMedia ??= noMatch;
  window.IntersectionObserver ??= StandInObserver;
  if (!('scrollIntoView' in Element.prototype))
    Object.assign(Element.prototype, { scrollIntoView: () => {} });
}
