import { Container, Loading, Skeleton } from '@kinmel/ui';
import classes from './page-column.module.css';

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
