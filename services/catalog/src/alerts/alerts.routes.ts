import { alertEndpoints as endpoints } from '@kinmel/contracts';
import { type Route, route } from '@kinmel/service-kit';
import { type AlertState, alertAnswer, alertUnknown, confirmed } from './alert.rules.ts';
import { type AlertsContext, createAlert } from './create-alert.ts';

const success = true as const;

export function alertsRoutes(context: AlertsContext): Route[] {
  const { alerts, alertLinks, now } = context;

  async function linked(token: string): Promise<AlertState> {
    const alert = await alerts.findByTokenHash(alertLinks.hashOf(token));
    if (!alert) throw alertUnknown();
    return alert;
  }

  return [
    route(endpoints.createAlert, async ({ body, ...caller }) => {
      const isConfirmed = await createAlert(context, body, caller);
      const message = isConfirmed
        ? 'Thank you. We write to you as soon as there is news.'
        : 'Thank you. Unless you have this alert already, we have sent you a mail: say yes there.';
      return { success, message, data: { isConfirmed } };
    }),
    route(endpoints.listMyAlerts, async ({ identity }) => ({
      success,
      data: (await alerts.listOwn(identity?.userId ?? '')).map((alert) => ({
        ...alertAnswer(alert),
        token: alertLinks.tokenOf(alert.id),
      })),
    })),
    route(endpoints.getAlert, async ({ params }) => ({
      success,
      data: alertAnswer(await linked(params.token)),
    })),
    route(endpoints.confirmAlert, async ({ params }) => {
      let alert = await linked(params.token);
      while (alert.confirmedAt === null) {
        await alerts.change(alert, confirmed(now()));
        alert = await linked(params.token);
      }
      return { success, data: alertAnswer(alert) };
    }),
    route(endpoints.endAlert, async ({ params }) => {
      await alerts.end({ tokenHash: alertLinks.hashOf(params.token) });
      return { success, message: 'This alert has ended. We have forgotten your address with it.' };
    }),
    route(endpoints.showAlertEnd, async ({ params, respond }) => {
      respond.header('Location', `/alerts/${params.token}`);
      return { success, message: 'The page at this address asks before it ends anything.' };
    }),
  ];
}
