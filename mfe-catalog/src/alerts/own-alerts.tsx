import { ErrorState, IconButton, Loading, Skeleton, useFocusWhenEmptied, useRowFocus } from '@kinmel/ui';
import { apiProblem, Link, toast } from '@kinmel/web-kit';
import BellOff from 'lucide-react/icons/bell-off';
import { alertTitle } from './alert-texts.ts';
import { useEndAlertMutation, useListMyAlertsQuery } from './alerts-api.ts';
import classes from './own-alerts.module.css';

/** The alerts of the signed-in person, each with a button that ends it. */
export function OwnAlerts() {
  const request = useListMyAlertsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: alerts = [], error, isFetching } = request;
  const [end] = useEndAlertMutation();
  const focus = useRowFocus();
  const title = useFocusWhenEmptied<HTMLHeadingElement>(alerts.length > 0);

  const remove = async (token: string, index: number) => {
    const { error: refusal } = await end(token);
    if (refusal) {
      toast.error(apiProblem(refusal).message ?? 'The alert could not be ended. Please try again.');
      return;
    }
    focus.leave(
      alerts.map((alert) => alert.token),
      index,
    );
    toast.success('This alert has ended.');
  };

  return (
    <section className={classes.alerts}>
      <h2 ref={title} tabIndex={-1} className="type-block">
        Your alerts
      </h2>
      {request.data === undefined && error !== undefined ? (
        <ErrorState
          text="Your alerts could not be loaded. Please try again."
          onRetry={() => void request.refetch()}
          busy={isFetching}
        />
      ) : null}
      {request.data === undefined && error === undefined ? (
        <Loading>
          <Skeleton height={48} />
        </Loading>
      ) : null}
      {request.data?.length === 0 ? (
        <p>There are none. Press “Tell me” on a product, or after a search that finds nothing.</p>
      ) : null}
      <ul>
        {alerts.map((alert, index) => (
          <li key={alert.token} className={classes.alert}>
            <Link to={`/alerts/${alert.token}`}>{alertTitle(alert)}</Link>
            <IconButton
              ref={focus.removeRef(alert.token)}
              label={`End the alert for ${alert.subject}`}
              onClick={() => void remove(alert.token, index)}
            >
              <BellOff aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
