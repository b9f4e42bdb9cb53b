import { formatPrice } from '@kinmel/web-kit';
import type { LineChange } from '../cart/check/cart-check.rules.ts';

/** The change of a line, after its name: "price changed from NPR 91,500 to NPR 89,900". */
export function changeText(change: LineChange): string {
  switch (change.kind) {
    case 'price':
      return `price changed from ${formatPrice(change.from)} to ${formatPrice(change.to)}`;
    case 'low-stock':
      return change.left === undefined ? 'not so many left, choose fewer' : `only ${change.left} left`;
    case 'too-many':
      return `an order takes at most ${change.most}`;
    case 'out-of-stock':
      return 'out of stock';
    case 'gone':
      return 'no longer sold';
    case 'offer-ended':
      return 'the offer has ended';
  }
}
