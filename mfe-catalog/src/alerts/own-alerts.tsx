import { IconButton, RequestState, Skeleton, useFocusWhenEmptied, useRowFocus } from '@kinmel/ui';
import { apiProblem, Link, toast } from '@kinmel/web-kit';
import BellOff from 'lucide-react/icons/bell-off';
import classes from './alerts.module.css';
import { alertsApi, alertTitle } from './alerts-api.ts';

/** The alerts of the signed-in user, each with a button that ends it. */
export function OwnAlerts() {
  const request = alertsApi.useListMyAlertsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: alerts = [] } = request;
  const [end] = alertsApi.useEndAlertMutation();
  const focus = useRowFocus();
  const title = useFocusWhenEmptied<HTMLHeadingElement>(alerts.length > 0);
  const tokens = alerts.map(({ token }) => token);

  const remove = async (token: string) => {
    const { error } = await end(token);
    if (error) {
      toast.error(apiProblem(error).message ?? 'The alert could not be ended. Please try again.');
      return;
    }
    focus.leave(tokens, tokens.indexOf(token));
    toast.success('This alert has ended.');
  };

  return (
    <section className={classes.own}>
      <h2 ref={title} tabIndex={-1} className="type-block">
        Your alerts
      </h2>
      {request.data ? null : (
        <RequestState request={request} text="Your alerts could not be loaded. Please try again.">
          <Skeleton height={48} />
        </RequestState>
      )}
      {request.data?.length === 0 ? (
        <p>There are none. Press “Tell me” on a product, or after a search that finds nothing.</p>
      ) : null}
      <ul>
        {alerts.map((alert) => (
          <li key={alert.token} className={`ends ${classes.row}`}>
            <Link to={`/alerts/${alert.token}`}>{alertTitle(alert)}</Link>
            <IconButton
              ref={focus.removeRef(alert.token)}
              label={`End the alert for ${alert.subject}`}
              onClick={() => void remove(alert.token)}
            >
              <BellOff />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
