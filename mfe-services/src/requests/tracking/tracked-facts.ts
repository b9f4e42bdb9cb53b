import type { PhoneOrderAnswer, TrackedRequest } from '@kinmel/contracts';
import { shopSum } from '@kinmel/contracts/browser';
import { refundTexts } from '@kinmel/pricing';
import type { Fact } from '@kinmel/ui';
import { formatMoney, formatPrice } from '@kinmel/web-kit';
import { dayText } from '../appointment/appointment.rules.ts';
import {
  conditionChoices,
  deliveryChoices,
  paymentChoices,
  priorityChoices,
  returnReasonChoices,
} from '../choices.rules.ts';

/** The known facts of a phone order. The tracking page has no address. */
export function orderedFacts(ordered: Partial<PhoneOrderAnswer>): readonly Fact[] {
  const { totalPrice, paymentMethod, deliveryMethod, address, priority } = ordered;
  const { preferredDate = '', preferredTime = '' } = ordered;
  const where = {
    pickup: `${deliveryChoices.pickup.name}, ${dayText(preferredDate)}, ${preferredTime}`,
    delivery: address ? `${deliveryChoices.delivery.name} to ${address}` : deliveryChoices.delivery.detail,
  };
  const chosen = priority && priorityChoices[priority];
  return [
    ['Total', typeof totalPrice === 'number' ? formatPrice(totalPrice) : 'N/A'],
    ['Payment', paymentMethod && paymentChoices[paymentMethod].name],
    ['Delivery', deliveryMethod && where[deliveryMethod]],
    ['Priority', chosen && `${chosen.name} (${chosen.detail})`],
  ];
}

const withoutRefund: readonly string[] = ['rejected', 'to-send-back', 'sent-back', 'cancelled'];

function returnedFacts(returned: NonNullable<TrackedRequest['returned']>, status: string): readonly Fact[] {
  const { lines, steps, refund, offeredRefund, refundTo } = returned;
  const requestFacts: readonly Fact[] = [
    ['Order', returned.orderNumber],
    ['Reason', returnReasonChoices[returned.reason].name],
  ];
  if (withoutRefund.includes(status)) return requestFacts;
  return [
    ...requestFacts,
    ...refundTexts(lines, steps).map(([name, amount]) => [name, formatMoney(shopSum(amount))] as const),
    ['Refund', formatMoney(refund)],
    ['Lower refund', offeredRefund ? formatMoney(offeredRefund) : undefined],
    ['To', refundTo === 'credit' ? 'Shop credit' : 'How you paid'],
  ];
}

/** The facts of a request on the tracking page. */
export function factsOf({ status, offered, ordered, returned }: TrackedRequest): readonly Fact[] {
  if (ordered) return orderedFacts(ordered);
  if (returned) return returnedFacts(returned, status);
  if (!offered) return [];
  return [
    ['You expect', formatPrice(offered.expectedPrice, 'USD')],
    ['Condition', conditionChoices[offered.condition].name],
    ['Charger', offered.hasCharger ? 'Yes' : 'No'],
    ['Sent back', offered.sentBack?.note],
  ];
}
