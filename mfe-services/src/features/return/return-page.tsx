import { ButtonLink, Container, EmptyState, RequestState, Skeleton } from '@kinmel/ui';
import { apiProblem, Link, usePageTitle } from '@kinmel/web-kit';
import { useSearchParams } from 'react-router-dom';
import layout from '../../layout/layout.module.css';
import { PageHead } from '../../layout/page-head.tsx';
import { returnApi } from './return-api.ts';
import { openLines, ReturnForm } from './return-form.tsx';

/** `/returns/new?order=`: returns pieces of a delivered order. */
export default function ReturnPage() {
  usePageTitle('Return items');
  const [search] = useSearchParams();
  return (
    <Container page className={`stack gap-40 ${layout.formPage}`}>
      <PageHead title="Return items" lead="You see what comes back to you before you send the form." />
      <Content orderId={search.get('order') ?? ''} />
    </Container>
  );
}

function Content({ orderId }: { orderId: string }) {
  const request = returnApi.useGetOrderForReturnQuery(orderId, {
    skip: !orderId,
    refetchOnMountOrArgChange: true,
  });
  const { currentData: order } = request;
  const { status = 0, message } = apiProblem(request.error);
  if (orderId === '' || [400, 404].includes(status))
    return <NotReturnable text="There is no such order of yours." />;
  if (order === undefined)
    return (
      <RequestState request={request} text={message ?? 'Your order could not be loaded. Please try again.'}>
        <Skeleton height={320} />
      </RequestState>
    );
  const { orderNumber, problem } = order;
  if (problem !== null) return <NotReturnable text={`${orderNumber} cannot be returned: ${problem}`} />;
  if (openLines(order).length === 0)
    return <NotReturnable text={`All of ${orderNumber} is in a return already.`} />;
  // Remount the form when the order changes.
  return <ReturnForm key={orderId} order={order} />;
}

const NotReturnable = ({ text }: { text: string }) => (
  <EmptyState
    text={text}
    actions={
      <ButtonLink as={Link} to="/orders" look="line">
        Your Orders
      </ButtonLink>
    }
  />
);
