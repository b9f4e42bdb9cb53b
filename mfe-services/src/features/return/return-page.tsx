import { Breadcrumbs, ButtonLink, Container, EmptyState, ErrorState, Loading, Skeleton } from '@kinmel/ui';
import { apiProblem, formatDate, Link, usePageTitle } from '@kinmel/web-kit';
import { useSearchParams } from 'react-router-dom';
import { PageHead } from '../../layout/page-head.tsx';
import { useGetOrderForReturnQuery } from './return-api.ts';
import { ReturnForm } from './return-form.tsx';
import classes from './return-page.module.css';

const title = 'Return items';

/** `/returns/new?order=`: returns pieces of a delivered order. */
export default function ReturnPage() {
  usePageTitle(title);
  const [search] = useSearchParams();
  const orderId = search.get('order') ?? '';
  return (
    <Container page className={classes.page}>
      <PageHead
        title={title}
        lead="Choose what comes back. You see what you get for it before you send the form."
      >
        <Breadcrumbs items={[{ label: 'Your Orders', to: '/orders' }, { label: title }]} link={Link} />
      </PageHead>
      {orderId === '' ? <Nothing text="Choose the order first." /> : <Content orderId={orderId} />}
    </Container>
  );
}

function Content({ orderId }: { orderId: string }) {
  const request = useGetOrderForReturnQuery(orderId, { refetchOnMountOrArgChange: true });
  const { currentData: order, error, isFetching } = request;
  const { status } = apiProblem(error);
  if (status === 404 || status === 400) return <Nothing text="There is no such order of yours." />;
  if (order === undefined && error !== undefined)
    return (
      <ErrorState
        text={apiProblem(error).message ?? 'Your order could not be loaded. Please try again.'}
        onRetry={() => void request.refetch()}
        busy={isFetching}
      />
    );
  if (order === undefined)
    return (
      <Loading className={classes.lines}>
        <Skeleton height={96} />
        <Skeleton height={240} />
      </Loading>
    );
  const { orderNumber, problem, returnUntil, lines, returned } = order;
  if (problem !== null) return <Nothing text={`${orderNumber} cannot be returned: ${problem}`} />;
  if (lines.every(({ key, quantity }) => quantity <= (returned[key] ?? 0)))
    return <Nothing text={`Everything of ${orderNumber} is in a return already.`} />;
  return (
    <>
      <p>
        Order {orderNumber}
        {returnUntil === null ? null : `, to be returned until ${formatDate(returnUntil, 'long')}`}
      </p>
      {/* A new form for another order. */}
      <ReturnForm key={orderId} order={order} />
    </>
  );
}

const Nothing = ({ text }: { text: string }) => (
  <EmptyState
    text={text}
    actions={
      <>
        <ButtonLink as={Link} to="/orders" look="line">
          Your Orders
        </ButtonLink>
        <ButtonLink as={Link} to="/contact" look="line">
          Contact
        </ButtonLink>
      </>
    }
  />
);
