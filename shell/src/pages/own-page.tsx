import { usePageTitle } from '@kinmel/web-kit';
import { pageIsShown } from '@kinmel/web-kit/host';
import { type ReactNode, useEffect } from 'react';
import { PageColumn } from './page-column.tsx';

/** A page of the shell: sets the title and is complete once mounted. */
export function OwnPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  useEffect(() => pageIsShown(), [title]);
  return <PageColumn title={title}>{children}</PageColumn>;
}
