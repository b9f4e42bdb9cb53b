import {
  Button,
  ButtonLink,
  Container,
  EmptyState,
  RequestState,
  Skeleton,
  VisuallyHidden,
} from '@kinmel/ui';
import { apiProblem, Link, usePageTitle } from '@kinmel/web-kit';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import { useEffect, useRef } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { isUnderWay } from './order.rules.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderCard } from './order-card.tsx';
import { fetchTexts } from './orders.content.ts';
import { ordersApi } from './orders-api.ts';
import classes from './orders-page.module.css';
import { usePollingInterval } from './use-polling-interval.ts';

const pageOf = (search: URLSearchParams): number => {
  const page = Number(search.get('page') ?? 1);
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
};

const pageAddress = (page: number): string => (page === 1 ? '/orders' : `/orders?page=${page}`);

/** The error text of the list: one for an error response, another for no response. */
export function fetchErrorText(error: unknown): string {
  const { kind, status = 0 } = apiProblem(error);
  // An error page of a proxy counts as an error response.
  return kind === 'answer' || status >= 400 ? fetchTexts.errorResponse : fetchTexts.noResponse;
}

/** `/orders`: the user's orders, newest first, ten per page. */
export default function OrdersPage() {
  usePageTitle('Your Orders');
  const [search] = useSearchParams();
  const page = pageOf(search);
  const request = ordersApi.useListMyOrdersQuery(page, { refetchOnMountOrArgChange: true });
  // Shows the previous page while loading, but not when loading failed.
  const hasFailed = request.error !== undefined && request.currentData === undefined;
  const data = hasFailed ? undefined : request.data;
  // Polls while one of the orders may change.
  ordersApi.endpoints.listMyOrders.useQuerySubscription(page, {
    pollingInterval: usePollingInterval(data?.orders.some(isUnderWay) === true),
  });
  const top = useRef<HTMLHeadingElement>(null);
  const shownPage = useRef(page);
  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    top.current?.scrollIntoView();
    // The link that had the focus was at the end of the previous page.
    top.current?.focus({ preventScroll: true });
  }, [page]);

  return (
    <Container page>
      <h1 ref={top} tabIndex={-1}>
        <span>My Orders</span> {page > 1 ? <VisuallyHidden>{`page ${page}`}</VisuallyHidden> : null}
      </h1>
      <p className={`quiet ${classes.count}`} aria-live="polite">
        {data ? `${data.totalOrders} ${data.totalOrders === 1 ? 'order' : 'orders'}` : ' '}
      </p>
      {data ? null : (
        <RequestState request={request} text={fetchErrorText(request.error)} className="stack">
          <Skeleton height={420} />
          <Skeleton height={420} />
        </RequestState>
      )}
      {data && data.page > data.totalPages && data.totalOrders > 0 ? (
        <Navigate to={pageAddress(data.totalPages)} replace />
      ) : null}
      {data && data.totalOrders === 0 ? (
        <EmptyState
          icon={<ShoppingBag />}
          text="You have no orders yet."
          actions={
            <ButtonLink as={Link} to="/" look="buy">
              Start Shopping
            </ButtonLink>
          }
        />
      ) : null}
      <div className="stack">
        {data?.orders.map((order) => (
          <OrderCard key={order._id} order={order} actions={<OrderActions order={order} />} />
        ))}
      </div>
      {data && data.totalPages > 1 ? <Pages page={data.page} totalPages={data.totalPages} /> : null}
    </Container>
  );
}

/** Previous, Next and the page number. */
function Pages({ page, totalPages }: { page: number; totalPages: number }) {
  const link = (label: string, to: number, isPossible: boolean) =>
    isPossible ? (
      <ButtonLink as={Link} to={pageAddress(to)} look="line" size="medium">
        {label}
      </ButtonLink>
    ) : (
      <Button size="medium" disabled>
        {label}
      </Button>
    );
  return (
    <nav className={`line gap-16 ${classes.pages}`} aria-label="Pages of orders">
      {link('Previous', page - 1, page > 1)}
      <p>{`Page ${page} of ${totalPages}`}</p>
      {link('Next', page + 1, page < totalPages)}
    </nav>
  );
}
