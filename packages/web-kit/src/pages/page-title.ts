import { useEffect } from 'react';
import { afterFrame } from './after-frame.ts';

/** For example "Cart | Kinmel". */
const documentTitle = (title: string) => (title === '' ? 'Kinmel' : `${title} | Kinmel`);

let pendingTitle: string | undefined;

/**
 * Sets the document title once the page is painted: each change costs time on a slow phone, and a page of a remote gets
 * two titles during its first render, one from its declaration and one from itself.
 */
export function nameDocument(title: string): void {
  if (pendingTitle === undefined) {
    afterFrame(() => {
      document.title = documentTitle(pendingTitle ?? '');
      pendingTitle = undefined;
    });
  }
  pendingTitle = title;
}

/** Sets the page's title; the shell announces it after a navigation. */
export function usePageTitle(title: string): void {
  useEffect(() => nameDocument(title), [title]);
}
