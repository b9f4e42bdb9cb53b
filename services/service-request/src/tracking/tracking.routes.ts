import { trackingEndpoints as endpoints, type RequestKind, type TrackedRequest } from '@kinmel/contracts';
import { CachedResponse, type Route, route } from '@kinmel/service-kit';
import { cancelPhoneOrder } from '../phone-orders/change-phone-order.ts';
import type { PhoneOrdersContext } from '../phone-orders/order-phone.ts';
import { trackedPhoneOrder } from '../phone-orders/phone-order-answer.ts';
import type { RepairBookingsContext } from '../repair-bookings/book-repair.ts';
import { cancelRepair, rescheduleRepair } from '../repair-bookings/change-repair-booking.ts';
import { trackedRepairBooking } from '../repair-bookings/repair-booking-answer.ts';
import { linkUnknown } from '../requests/change-request.ts';
import { answerSellQuote, withdrawSellRequest } from '../sell-requests/change-sell-request.ts';
import { trackedRemovedRequest, trackedSellRequest } from '../sell-requests/sell-request-answer.ts';
import type { SellRequestsContext } from '../sell-requests/submit-sell-request.ts';

export interface TrackingContext extends SellRequestsContext, RepairBookingsContext, PhoneOrdersContext {
  readonly calendar: RepairBookingsContext['calendar'];
}

const success = true as const;

export function trackingRoutes(context: TrackingContext): Route[] {
  const { links, sellRequests, repairBookings, phoneOrders, photos, calendar, now } = context;

  /** The hash of a link's secret; a link of a kind that cannot do what is asked is unknown. */
  function hashOf(token: string, ...kinds: readonly RequestKind[]): string {
    const read = links.read(token);
    if (!read || !kinds.includes(read.kind)) throw linkUnknown();
    return read.tokenHash;
  }

  async function tracked(token: string): Promise<TrackedRequest> {
    const { kind, tokenHash = '' } = links.read(token) ?? {};
    if (kind === 'sell-request') {
      const request = await sellRequests.findByTokenHash(tokenHash);
      if (request) return trackedSellRequest(request, now());
      const removed = await sellRequests.findRemovedByTokenHash(tokenHash);
      if (removed) return trackedRemovedRequest(removed, now());
    }
    if (kind === 'repair-booking') {
      const booking = await repairBookings.findByTokenHash(tokenHash);
      if (booking) return trackedRepairBooking(booking, now(), calendar);
    }
    if (kind === 'phone-order') {
      const order = await phoneOrders.findByTokenHash(tokenHash);
      if (order) return trackedPhoneOrder(order);
    }
    throw linkUnknown();
  }

  async function ownRequests(userId: string) {
    const [requests, bookings, orders] = await Promise.all([
      sellRequests.listOwn(userId),
      repairBookings.listOwn(userId),
      phoneOrders.listOwn(userId),
    ]);
    return [
      ...requests.map((request) => ({
        ...trackedSellRequest(request, now()),
        trackingLink: links.linkOf('sell-request', request),
      })),
      ...bookings.map((booking) => ({
        ...trackedRepairBooking(booking, now(), calendar),
        trackingLink: links.linkOf('repair-booking', booking),
      })),
      ...orders.map((order) => ({
        ...trackedPhoneOrder(order),
        trackingLink: links.linkOf('phone-order', order),
      })),
    ].toSorted((one, two) => two.createdAt.localeCompare(one.createdAt));
  }

  return [
    route(endpoints.getTrackedRequest, async ({ params }) => ({
      success,
      data: await tracked(params.token),
    })),
    route(endpoints.getTrackedPhoto, async ({ params }) => {
      const request = await sellRequests.findByTokenHash(hashOf(params.token, 'sell-request'));
      const bytes = request?.photoId ? await photos.read(request.photoId) : undefined;
      if (!bytes) throw linkUnknown();
      return new CachedResponse(bytes, undefined, 'image/webp');
    }),
    route(endpoints.acceptQuote, async ({ params, body, ...caller }) => {
      const hash = hashOf(params.token, 'sell-request');
      const request = await answerSellQuote(context, hash, 'accepted', body.version, caller);
      const message = 'Thank you! We will contact you about the hand-over.';
      return { success, message, data: trackedSellRequest(request, now()) };
    }),
    route(endpoints.declineQuote, async ({ params, body, ...caller }) => {
      const hash = hashOf(params.token, 'sell-request');
      const request = await answerSellQuote(context, hash, 'rejected', body.version, caller);
      return { success, message: 'You declined our offer.', data: trackedSellRequest(request, now()) };
    }),
    route(endpoints.cancelTrackedRequest, async ({ params, ...caller }) => {
      const hash = hashOf(params.token, 'sell-request', 'repair-booking', 'phone-order');
      const kind = links.read(params.token)?.kind;
      if (kind === 'sell-request') {
        const request = await withdrawSellRequest(context, hash, caller);
        const message = 'Your request is withdrawn.';
        return { success, message, data: trackedSellRequest(request, now()) };
      }
      if (kind === 'phone-order') {
        const order = await cancelPhoneOrder(context, hash, caller);
        return { success, message: 'Your order is cancelled.', data: trackedPhoneOrder(order) };
      }
      const booking = await cancelRepair(context, hash, caller);
      const message = 'Your repair booking is cancelled.';
      return { success, message, data: trackedRepairBooking(booking, now(), calendar) };
    }),
    route(endpoints.rescheduleTrackedRequest, async ({ params, body, ...caller }) => {
      const hash = hashOf(params.token, 'repair-booking');
      const booking = await rescheduleRepair(context, hash, body, caller);
      const message = 'Your repair has a new time.';
      return { success, message, data: trackedRepairBooking(booking, now(), calendar) };
    }),
    route(endpoints.listOwnRequests, async ({ identity }) => ({
      success,
      data: await ownRequests(identity?.userId ?? ''),
    })),
  ];
}
