import { Container, Loading, Skeleton } from '@kinmel/ui';
import type { ReactNode } from 'react';
import classes from './page-column.module.css';

/** A title with its content in the page column. */
export function PageColumn({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Container className={classes.page}>
      <h1>{title}</h1>
      {children}
    </Container>
  );
}

/** Shown while a page's code is loading: tall, so that the footer does not shift. */
export function PageLoading() {
  return (
    <Container className={classes.loading}>
      <Loading>
        <Skeleton width="40%" height={48} />
      </Loading>
    </Container>
  );
}
