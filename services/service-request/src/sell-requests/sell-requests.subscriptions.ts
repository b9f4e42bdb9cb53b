import { deviceInspected, deviceReceived, type EventOf } from '@kinmel/contracts';
import { type EventContext, onEvent, pick, type SubscriptionDefinition } from '@kinmel/service-kit';
import { changeByShop } from '../requests/change-request.ts';
import type { Change, RequestEventContext } from '../requests/request.rules.ts';
import { inspectPhone, receivePhone, type SellRequest } from './sell-request.rules.ts';
import { quoteEndOf, type SellRequestsContext } from './sell-requests.routes.ts';

/** What happens to the phones of sell requests (S11, S12). */
export function sellRequestsSubscriptions(context: SellRequestsContext): SubscriptionDefinition[] {
  const { 'sell-request': requests } = context.requests;
  async function change(
    event: EventOf<typeof deviceReceived | typeof deviceInspected>,
    { session, log }: EventContext,
    decide: (request: SellRequest, change: RequestEventContext) => Change<SellRequest>,
  ): Promise<void> {
    const { type, data, traceparent } = event;
    if (await changeByShop(context, requests, data.sellRequestId, decide, { session, traceparent })) return;
    log.warn({ type, ...pick(data, 'sellRequestId', 'deviceId') }, 'no sell request waits for this phone');
  }
  return [
    onEvent(deviceReceived, (event, delivery) =>
      change(event, delivery, (request, by) => receivePhone(request, event.data.deviceId, by)),
    ),
    onEvent(deviceInspected, (event, delivery) =>
      change(event, delivery, (request, by) =>
        inspectPhone(request, event.data, quoteEndOf(context, by.now), by),
      ),
    ),
  ];
}
