import {
  creditChanged,
  deviceInspected,
  deviceReceived,
  deviceSentBack,
  type EventOf,
  payoutPaid,
  payoutRedirected,
} from '@kinmel/contracts';
import { type EventContext, onEvent, pick, type SubscriptionDefinition } from '@kinmel/service-kit';
import { changeByShop } from '../requests/change-request.ts';
import type { Change, RequestEventContext } from '../requests/request.rules.ts';
import { inspectPhone, notePaid, notePhoneBack, receivePhone } from './phone.rules.ts';
import { followPayout, type SellRequest } from './sell-request.rules.ts';
import { quoteEndOf, type SellRequestsContext } from './sell-requests.routes.ts';

type PhoneEvent = EventOf<typeof deviceReceived | typeof deviceInspected | typeof deviceSentBack>;

const phoneIn = ({ data, aggregateVersion: version }: PhoneEvent) => ({ ...pick(data, 'deviceId'), version });

/** The events of phones of sell requests (SR-S11, SR-S12, SR-S15) and of their payments (SR-G10). */
export function sellRequestsSubscriptions(context: SellRequestsContext): SubscriptionDefinition[] {
  const { 'sell-request': requests } = context.requests;
  async function changeRequest(
    event: PhoneEvent,
    { session, log }: EventContext,
    decide: (request: SellRequest, change: RequestEventContext) => Change<SellRequest>,
  ): Promise<void> {
    const { type, data, traceparent } = event;
    if (await changeByShop(context, requests, data.sellRequestId, decide, { session, traceparent })) return;
    log.warn({ type, ...pick(data, 'sellRequestId', 'deviceId') }, 'no sell request expects this phone');
  }
  const notePayment = async (
    { data: { sellRequestId }, traceparent }: EventOf<typeof payoutPaid | typeof creditChanged>,
    { session }: EventContext,
  ): Promise<void> => {
    if (sellRequestId)
      await changeByShop(context, requests, sellRequestId, notePaid, { session, traceparent });
  };
  return [
    onEvent(payoutRedirected, async ({ data: { sellRequestId, ...payout }, traceparent }, { session }) => {
      const follow = (request: SellRequest, change: RequestEventContext) =>
        followPayout(request, payout, change);
      await changeByShop(context, requests, sellRequestId, follow, { session, traceparent });
    }),
    onEvent(payoutPaid, notePayment),
    onEvent(creditChanged, notePayment),
    onEvent(deviceReceived, (event, delivery) =>
      changeRequest(event, delivery, (request, change) => receivePhone(request, phoneIn(event), change)),
    ),
    onEvent(deviceInspected, (event, delivery) =>
      changeRequest(event, delivery, (request, change) =>
        inspectPhone(request, { ...event.data, ...phoneIn(event) }, quoteEndOf(context, change.now), change),
      ),
    ),
    onEvent(deviceSentBack, (event, delivery) =>
      changeRequest(event, delivery, (request, change) =>
        notePhoneBack(
          request,
          { ...phoneIn(event), at: new Date(event.occurredAt), note: event.data.note },
          change,
        ),
      ),
    ),
  ];
}
