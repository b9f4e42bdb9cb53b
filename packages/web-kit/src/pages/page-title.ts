import { useEffect } from 'react';
import { afterFrame } from './after-frame.ts';

/** The document's title of a page: "Cart | Kinmel". */
const documentTitle = (title: string) => (title === '' ? 'Kinmel' : `${title} | Kinmel`);

let wanted: string | undefined;

/**
 * Names the document after the page, once the page is on the screen: the browser's own window is told of each title, which
 * a slow phone feels, and a page of a remote is named twice while it is drawn, by its declaration and then by itself.
 */
export function nameDocument(title: string): void {
  if (wanted === undefined) {
    afterFrame(() => {
      document.title = documentTitle(wanted ?? '');
      wanted = undefined;
    });
  }
  wanted = title;
}

/** Names the page in the browser's title; the shell tells screen readers about it after a navigation. */
export function usePageTitle(title: string): void {
  useEffect(() => nameDocument(title), [title]);
}
