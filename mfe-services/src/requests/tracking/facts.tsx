import type { PhoneOrderAnswer } from '@kinmel/contracts';
import { classNames } from '@kinmel/ui';
import { formatPrice } from '@kinmel/web-kit';
import { dayText } from '../appointment/appointment.rules.ts';
import { deliveryChoices, paymentChoices, priorityChoices } from '../choices.rules.ts';
import classes from './facts.module.css';

/** A name with its value; a fact without a value is not shown. */
export type Fact = readonly [name: string, value: string | undefined];

/** `isSum`: long names, with amounts below each other. */
export const Facts = ({ facts, isSum = false }: { facts: readonly Fact[]; isSum?: boolean }) => (
  <dl className={classNames(classes.facts, isSum && classes.sum)}>
    {facts
      .filter(([, value]) => value)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

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
