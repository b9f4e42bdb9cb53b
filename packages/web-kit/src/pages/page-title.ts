import { useEffect } from 'react';

/** The document's title of a page: "Cart | Kinmel". */
export const documentTitle = (title: string) => (title === '' ? 'Kinmel' : `${title} | Kinmel`);

/** Names the page in the browser's title; the shell tells screen readers about it after a navigation. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
}
