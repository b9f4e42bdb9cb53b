import { shopSum } from '@kinmel/contracts/browser';
import { Alert, Button, ButtonLink, ErrorState, Facts, Loading, Skeleton } from '@kinmel/ui';
import { apiProblem, formatMoney, Link, useHydrated, usePageTitle } from '@kinmel/web-kit';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleX from 'lucide-react/icons/circle-x';
import Clock3 from 'lucide-react/icons/clock-3';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { PaymentSession } from '../../cart-answers.ts';
import { cartApi, type PaymentQuery } from '../../cart-api.ts';
import outcome from '../../outcome/outcome.module.css';
import { Outcome } from '../../outcome/outcome.tsx';
import { PayThisOrder, usePayOrder } from '../../outcome/pay-this-order.tsx';
import classes from './payment-success-page.module.css';

/** Polling interval and duration for an unpaid session; then the shopper can check. */
const pollEveryMs = 2000;
const pollForMs = 120_000;

const nextLinks = (
  <div className={`buttons ${outcome.ways}`}>
    <ButtonLink as={Link} to="/orders">
      View your orders
    </ButtonLink>
    <ButtonLink as={Link} to="/" look="line">
      Continue Shopping
    </ButtonLink>
  </div>
);

const loadingSummary = (
  <Outcome title="Payment">
    <Loading text="Loading your payment">
      <Skeleton height={240} />
    </Loading>
  </Outcome>
);

/** The payer's name, the lines and the total. */
function Receipt({ session }: { session: PaymentSession }) {
  return (
    <div className={`box ${classes.receipt}`}>
      <Facts
        facts={[
          ['Name', session.customerName],
          ['Order number', session.orderNumber],
        ]}
        className={outcome.facts}
      />
      <ul className={`above-20 ${classes.lines}`} aria-label="What you paid for">
        {session.lines.map(({ quantity, description, amountInMinorUnits }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one payment never change places and may be equal.
          <li key={index} className={`figures ${classes.line}`}>
            <span className="quiet nowrap">{`${quantity} ×`}</span>
            <span className="grow anywhere">{description}</span>
            <span>{formatMoney(shopSum(amountInMinorUnits))}</span>
          </li>
        ))}
      </ul>
      <p className={`type-price-total ${classes.total}`}>
        <span>Total</span>
        <span>{formatMoney(shopSum(session.totalInMinorUnits))}</span>
      </p>
    </div>
  );
}

/** Opens a new payment page after an aborted one. */
const PayAgain = ({ orderId }: { orderId: string }) => <PayThisOrder {...usePayOrder(orderId)} />;

interface WaitingProps {
  session: PaymentSession;
  onCheck: () => void;
  isChecking: boolean;
}

function Waiting({ session, onCheck, isChecking }: WaitingProps) {
  return (
    <>
      <Alert tone="info" className={outcome.alert}>
        The bank has not confirmed the payment yet. You may leave this page: your orders show when it has.
      </Alert>
      <Receipt session={session} />
      <Button look="line" busy={isChecking} onClick={onCheck}>
        Check again
      </Button>
      {session.canPayAgain ? <PayAgain orderId={session.orderId} /> : null}
      {nextLinks}
    </>
  );
}

function Payment({ payment }: { payment: PaymentQuery }) {
  const [isPolling, setPolling] = useState(true);
  const [status, setStatus] = useState<PaymentSession['status']>();
  const request = cartApi.useGetPaymentQuery(payment, {
    pollingInterval: isPolling && status === 'unpaid' ? pollEveryMs : 0,
    refetchOnMountOrArgChange: true,
  });
  const { data, error, isFetching, refetch } = request;
  if (data && data.status !== status) setStatus(data.status);
  const isUnpaid = status === 'unpaid';
  useEffect(() => {
    if (!isUnpaid) return;
    const timer = setTimeout(() => setPolling(false), pollForMs);
    return () => clearTimeout(timer);
  }, [isUnpaid]);

  if (!data) {
    if (!error) return loadingSummary;
    const { kind, message } = apiProblem(error);
    return (
      <Outcome title="Payment">
        <ErrorState text={(kind === 'answer' && message) || 'Failed to fetch session'} request={request} />
        {nextLinks}
      </Outcome>
    );
  }
  if (data.status === 'unpaid') {
    return (
      <Outcome title="Waiting for confirmation" icon={Clock3} tone="waiting">
        <Waiting session={data} onCheck={() => void refetch()} isChecking={isFetching && !isPolling} />
      </Outcome>
    );
  }
  if (data.status === 'declined') {
    return (
      <Outcome title="Payment declined" icon={CircleX}>
        <Alert tone="bad" className={outcome.alert}>
          The bank declined the payment after all, and nothing was charged. Your order shows whether it can
          still be paid.
        </Alert>
        <div className={`buttons ${outcome.ways}`}>
          <ButtonLink as={Link} to={`/order?id=${encodeURIComponent(data.orderId)}`}>
            View this order
          </ButtonLink>
          <ButtonLink as={Link} to="/" look="line">
            Continue Shopping
          </ButtonLink>
        </div>
      </Outcome>
    );
  }
  if (data.status === 'expired') {
    return (
      <Outcome title="Payment not completed">
        <Alert tone="warn" className={outcome.alert}>
          {data.canPayAgain
            ? 'Nothing was charged. Your order waits for its payment for 30 minutes after it was placed.'
            : 'The time to pay is over and nothing was charged. Your orders show whether it can still be paid.'}
        </Alert>
        {data.canPayAgain ? <PayAgain orderId={data.orderId} /> : null}
        {nextLinks}
      </Outcome>
    );
  }
  if (data.goesBack) {
    return (
      <Outcome title="Payment received too late" icon={Clock3} tone="waiting">
        <Alert tone="warn" className={outcome.alert}>
          {`The payment of ${formatMoney(shopSum(data.totalInMinorUnits))} came after the order had been cancelled or paid. You get the money back, and your order shows when.`}
        </Alert>
        {nextLinks}
      </Outcome>
    );
  }
  return (
    <Outcome title="Payment successful" icon={CircleCheck} tone="good">
      <Receipt session={data} />
      {nextLinks}
    </Outcome>
  );
}

/**
 * `/payment-success?session_id=…`, the return from the payment page, or with the query that a provider writes itself;
 * only the state on the server counts.
 */
export default function PaymentSuccessPage() {
  usePageTitle('Payment');
  const [search] = useSearchParams();
  const isHydrated = useHydrated();
  const sessionId = search.get('session_id') ?? '';
  const providerQuery = sessionId === '' ? search.toString() : '';
  if (sessionId === '' && providerQuery === '') {
    return (
      <Outcome title="Payment">
        <ErrorState text="Missing session ID" />
        {nextLinks}
      </Outcome>
    );
  }
  // A user's payment must not be in server-rendered HTML.
  if (!isHydrated) return loadingSummary;
  return (
    <Payment
      key={sessionId + providerQuery}
      payment={providerQuery === '' ? { sessionId } : { returned: providerQuery }}
    />
  );
}
