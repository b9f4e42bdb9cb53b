import { Alert, Button, ButtonLink, Container, RequestState, Skeleton, takeFocus } from '@kinmel/ui';
import { apiProblem, Link, usePageTitle } from '@kinmel/web-kit';
import { useParams } from 'react-router-dom';
import { alertsApi, alertTitle } from '../../alerts/alerts-api.ts';

/** `/alerts/:token`: one alert by its link. Only a click on the page counts, because mail scanners open every link. */
export default function AlertPage() {
  usePageTitle('Your alert');
  const { token = '' } = useParams();
  return (
    <Container page className="stack">
      <meta name="referrer" content="no-referrer" />
      <h1>Your alert</h1>
      <Content token={token} />
      <div className="buttons">
        <ButtonLink as={Link} to="/categories" look="line">
          Browse categories
        </ButtonLink>
      </div>
    </Container>
  );
}

function Content({ token }: { token: string }) {
  const request = alertsApi.useGetAlertQuery(token, { refetchOnMountOrArgChange: true });
  const [confirm, confirmation] = alertsApi.useConfirmAlertMutation();
  const [end, termination] = alertsApi.useEndAlertMutation();
  const alert = confirmation.data ?? request.currentData;
  const failure = termination.error ?? confirmation.error;
  const { status } = apiProblem(failure ?? request.error);

  if (termination.isSuccess)
    return (
      <Alert ref={takeFocus} tabIndex={-1} tone="ok">
        This alert has ended. We have forgotten your address with it.
      </Alert>
    );
  if (status === 404 || status === 400)
    return (
      <Alert tone="bad">
        This link is not valid any more. The alert may have ended, or nobody confirmed it in time.
      </Alert>
    );
  if (alert === undefined)
    return (
      <RequestState request={request} text="Your alert could not be loaded. Please try again.">
        <Skeleton height={120} />
      </RequestState>
    );
  const { productId, isConfirmed } = alert;
  const title = alertTitle(alert);
  const action = isConfirmed ? 'End this alert' : 'Yes, write to me';
  return (
    <>
      <p className="type-lead">
        {productId === null ? title : <Link to={`/productdetails?id=${productId}`}>{title}</Link>}
      </p>
      <p>
        {`${isConfirmed ? 'We write to you' : 'Shall we write to you'} when ${productId === null ? 'there is one, or its price drops' : 'it is back in stock or its price drops'}${isConfirmed ? '.' : '?'} At most one mail a day, and each ends with one click.`}
      </p>
      {failure ? (
        <Alert tone="bad">{apiProblem(failure).message ?? 'Network error. Please try again.'}</Alert>
      ) : null}
      {confirmation.data ? (
        <Alert ref={takeFocus} tabIndex={-1} tone="ok">
          Thank you. We write to you as soon as there is news.
        </Alert>
      ) : null}
      <div className="buttons">
        <Button
          look={isConfirmed ? 'line' : 'solid'}
          busy={confirmation.isLoading || termination.isLoading}
          busyText={action}
          onClick={() => void (isConfirmed ? end : confirm)(token)}
        >
          {action}
        </Button>
      </div>
    </>
  );
}
