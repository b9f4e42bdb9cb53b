import { Container, Loading, Skeleton } from '@kinmel/ui';
import classes from './page-column.module.css';

/** What stands in the frame while a page's code is on its way: tall, so that the footer does not jump. */
export function PageLoading() {
  return (
    <Container className={classes.loading}>
      <Loading>
        <Skeleton width="40%" height={48} />
      </Loading>
    </Container>
  );
}
