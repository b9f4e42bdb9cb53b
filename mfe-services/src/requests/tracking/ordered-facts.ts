import type { PhoneOrderAnswer } from '@kinmel/contracts';
import { formatPrice } from '@kinmel/web-kit';
import { dayText } from '../appointment/slot.rules.ts';
import { deliveryWords, paymentWords, priorityWords } from '../phone-order-words.rules.ts';

type Ordered = Partial<
  Pick<
    PhoneOrderAnswer,
    | 'totalPrice'
    | 'paymentMethod'
    | 'deliveryMethod'
    | 'address'
    | 'preferredDate'
    | 'preferredTime'
    | 'priority'
  >
>;

/** What was ordered, as names and values: as much of it as is known. The link's holder is not told the address. */
export function orderedFacts(ordered: Ordered): readonly (readonly [string, string])[] {
  const { totalPrice, paymentMethod, deliveryMethod, address, priority } = ordered;
  const { preferredDate = '', preferredTime = '' } = ordered;
  const where = {
    pickup: `${deliveryWords.pickup.name}, ${dayText(preferredDate)}, ${preferredTime}`,
    delivery: address ? `${deliveryWords.delivery.name} to ${address}` : deliveryWords.delivery.detail,
  };
  return (
    [
      ['Total', typeof totalPrice === 'number' ? formatPrice(totalPrice) : 'N/A'],
      ['Payment', paymentMethod ? paymentWords[paymentMethod].name : ''],
      ['Delivery', deliveryMethod ? where[deliveryMethod] : ''],
      ['Priority', priority ? `${priorityWords[priority].name} (${priorityWords[priority].detail})` : ''],
    ] as const
  ).filter(([, value]) => value !== '');
}
