import { type Alert, alertEndpoints as endpoints } from '@kinmel/contracts';
import { ProblemError, type Route, route, storedToken } from '@kinmel/service-kit';
import { type AlertState, subjectOf } from './alert.rules.ts';
import { type AlertsContext, confirmAlert, createAlert } from './create-alert.ts';

const answerOf = (alert: AlertState): Alert => ({
  ...subjectOf(alert),
  isConfirmed: alert.expiresAt === null,
});

export function alertsRoutes(context: AlertsContext): Route[] {
  const { alerts, alertTokenOf } = context;

  /** The same error for an unknown link and for an ended alert. */
  async function answerByToken(token: string) {
    const alert = await alerts.findOne({ tokenHash: storedToken(token) });
    if (!alert)
      throw new ProblemError('not-found', 'This link is not valid any more. The alert may have ended.');
    return answerOf(alert);
  }

  return [
    route(endpoints.createAlert, async (call) => {
      const isConfirmed = await createAlert(context, call);
      const message = isConfirmed
        ? 'Thank you. We write to you as soon as there is news.'
        : 'Thank you. Unless you have this alert already, we have sent you a mail: say yes there.';
      return { message, data: { isConfirmed } };
    }),
    route(endpoints.listMyAlerts, async ({ identity }) => {
      const ownAlerts = await alerts.listOwn(identity.userId);
      return ownAlerts.map((alert) => ({ ...answerOf(alert), token: alertTokenOf(alert.id) }));
    }),
    route(endpoints.getAlert, ({ params }) => answerByToken(params.token)),
    route(endpoints.confirmAlert, async ({ params }) => {
      await confirmAlert(context, params.token);
      return answerByToken(params.token);
    }),
    route(endpoints.endAlert, async ({ params }) => {
      await alerts.end({ tokenHash: storedToken(params.token) });
      return { message: 'This alert has ended. We have forgotten your address with it.' };
    }),
    route(endpoints.showAlertEnd, async ({ params, respond }) => {
      respond.header('Location', `/alerts/${params.token}`);
      return { message: 'The page at this address asks before it ends anything.' };
    }),
  ];
}
