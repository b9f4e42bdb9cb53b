import type { Alert as AlertData } from '@kinmel/contracts';
import { Alert, Button, ButtonLink, Container, ErrorState, Loading, Skeleton, takeFocus } from '@kinmel/ui';
import { apiProblem, Link, usePageTitle } from '@kinmel/web-kit';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { alertTitle } from '../../alerts/alert-texts.ts';
import { useConfirmAlertMutation, useEndAlertMutation, useGetAlertQuery } from '../../alerts/alerts-api.ts';
import classes from './alert-page.module.css';

/** `/alerts/:token`: one alert by its link. Only a click on the page counts, because mail scanners open every link. */
export default function AlertPage() {
  usePageTitle('Your alert');
  const { token = '' } = useParams();
  return (
    <Container page className={classes.page}>
      <meta name="referrer" content="no-referrer" />
      <h1>Your alert</h1>
      <Content token={token} />
      <ButtonLink as={Link} to="/categories" look="line">
        Browse categories
      </ButtonLink>
    </Container>
  );
}

function Content({ token }: { token: string }) {
  const request = useGetAlertQuery(token, { refetchOnMountOrArgChange: true });
  const [confirm, confirming] = useConfirmAlertMutation();
  const [end, ending] = useEndAlertMutation();
  const [failure, setFailure] = useState<unknown>();
  const alert = confirming.data ?? request.currentData;
  const { status } = apiProblem(failure ?? request.error);

  if (ending.isSuccess) {
    return (
      <div ref={takeFocus} tabIndex={-1}>
        <Alert tone="ok">This alert has ended. We have forgotten your address with it.</Alert>
      </div>
    );
  }
  if (status === 404 || status === 400) {
    return (
      <Alert tone="bad">
        This link is not valid any more. The alert may have ended, or nobody confirmed it in time.
      </Alert>
    );
  }
  if (alert === undefined) {
    return request.error === undefined ? (
      <Loading>
        <Skeleton height={120} />
      </Loading>
    ) : (
      <ErrorState
        text="Your alert could not be loaded. Please try again."
        onRetry={() => void request.refetch()}
        busy={request.isFetching}
      />
    );
  }
  const decide = async (answer: Promise<{ error?: unknown }>) => setFailure((await answer).error);
  return (
    <>
      <About alert={alert} />
      {failure ? (
        <Alert tone="bad">{apiProblem(failure).message ?? 'Network error. Please try again.'}</Alert>
      ) : null}
      {confirming.data ? (
        <div ref={takeFocus} tabIndex={-1}>
          <Alert tone="ok">Thank you. We write to you as soon as there is news.</Alert>
        </div>
      ) : null}
      {alert.isConfirmed ? (
        <Button
          look="line"
          busy={ending.isLoading}
          busyText="End this alert"
          onClick={() => void decide(end(token))}
        >
          End this alert
        </Button>
      ) : (
        <Button
          busy={confirming.isLoading}
          busyText="Yes, write to me"
          onClick={() => void decide(confirm(token))}
        >
          Yes, write to me
        </Button>
      )}
    </>
  );
}

function About({ alert }: { alert: AlertData }) {
  const { kind, productId, isConfirmed } = alert;
  const title = alertTitle(alert);
  return (
    <>
      <p className="type-lead">
        {productId === null ? title : <Link to={`/productdetails?id=${productId}`}>{title}</Link>}
      </p>
      <p>
        {isConfirmed ? 'We write to you' : 'Shall we write to you'} when{' '}
        {kind === 'product' ? 'it is back in stock or its price drops' : 'there is one, or its price drops'}
        {isConfirmed ? '.' : '?'} At most one mail a day, and each ends with one click.
      </p>
    </>
  );
}
