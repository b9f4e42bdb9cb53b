import { act } from '@testing-library/react';

/** Stand-ins for what jsdom lacks without layout. */

interface Observation {
  readonly callback: IntersectionObserverCallback;
  readonly elements: Set<Element>;
  readonly observer: IntersectionObserver;
}

const observers = new Set<Observation>();

class StandInObserver implements IntersectionObserver {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [0];
  readonly #observation: Observation;

  constructor(callback: IntersectionObserverCallback) {
    this.#observation = { callback, elements: new Set(), observer: this };
    observers.add(this.#observation);
  }

  observe(element: Element): void {
    this.#observation.elements.add(element);
  }

  unobserve(element: Element): void {
    this.#observation.elements.delete(element);
  }

  disconnect(): void {
    observers.delete(this.#observation);
  }

  takeRecords(): IntersectionObserverEntry[] {
    return [];
  }
}

/** Reports to all intersection observers whether (or how much, 0 to 1) their elements are visible. */
export async function scrollWatched(visibility: boolean | number): Promise<void> {
  const intersectionRatio = Number(visibility);
  await act(async () => {
    for (const { callback, elements, observer } of observers) {
      // The pages read only these fields.
      const entries = [...elements].map(
        (target) =>
          ({ target, isIntersecting: intersectionRatio > 0, intersectionRatio }) as IntersectionObserverEntry,
      );
      if (entries.length > 0) callback(entries, observer);
    }
  });
}

/** Without layout no element has a size that changes. */
class StandInSizes implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** A narrow window: no media query matches. */
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

/** Installs the missing APIs. */
export function standInForLayout(): void {
  window.matchMedia ??= noMatch;
  window.IntersectionObserver ??= StandInObserver;
  window.ResizeObserver ??= StandInSizes;
  if (!('scrollIntoView' in Element.prototype))
    Object.assign(Element.prototype, { scrollIntoView: () => {} });
}
