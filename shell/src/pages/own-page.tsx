import { usePageTitle } from '@kinmel/web-kit';
import { pageIsShown } from '@kinmel/web-kit/host';
import { type ReactNode, useEffect } from 'react';
import { PageColumn } from './page-column.tsx';

/** A page that no remote draws: it names the window, and is there as soon as it is drawn. */
export function OwnPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  useEffect(() => pageIsShown(), [title]);
  return <PageColumn title={title}>{children}</PageColumn>;
}
