import { alertMatched } from '@kinmel/contracts';
import { createEvent } from '@kinmel/service-kit';
import { alertAfterMail, matchOf, moneyOf } from './alert.rules.ts';
import { type AlertsContext, alertEventData } from './create-alert.ts';

/**
 * Publishes the due alerts whose product still matches, each in one write at the version that was read, so that
 * concurrent sweeps publish it once (CAT-A5).
 */
export async function publishDueAlerts(context: AlertsContext, stopping?: AbortSignal): Promise<void> {
  const { alerts, products, now, sendEvents } = context;
  for await (const alert of alerts.due(now())) {
    if (stopping?.aborted) return;
    const match = matchOf(alert, await products.findMany(alert.due.map(({ productId }) => productId)));
    if (!match) {
      await alerts.change(alert, { due: [] });
      continue;
    }
    const { cause, product } = match;
    const matchedProduct = {
      productId: product.id,
      name: product.name,
      price: moneyOf(product.priceInMinorUnits),
    };
    const event = createEvent(alertMatched, {
      aggregateId: alert.id,
      aggregateVersion: alert.version + 1,
      data: { ...alertEventData(context, alert), cause, product: matchedProduct },
    });
    await alerts.change(alert, alertAfterMail(alert, product, now()), [event]);
    sendEvents();
  }
}
