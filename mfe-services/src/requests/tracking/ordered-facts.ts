import type { PhoneOrderAnswer } from '@kinmel/contracts';
import { formatPrice } from '@kinmel/web-kit';
import { dayText } from '../appointment/slot.rules.ts';
import { deliveryChoices, paymentChoices, priorityChoices } from '../choices.rules.ts';
import type { Fact } from './facts.tsx';

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
