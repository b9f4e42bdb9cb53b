import { maxTradeInPrice, tradeInAddress } from '@kinmel/contracts/browser';
import { Button, ButtonLink, classNames, Skeleton } from '@kinmel/ui';
import { formatPrice, Link, usePolicyAnswer } from '@kinmel/web-kit';
import Headset from 'lucide-react/icons/headset';
import Lock from 'lucide-react/icons/lock';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Truck from 'lucide-react/icons/truck';
import type { CartLine } from '../../cart/cart-line.ts';
import type { CartChecking } from '../../cart/check/use-cart-check.ts';
import { previewPrice } from '../../cart/pricing/cart-pricing.rules.ts';
import { Figures, usePolicy } from '../../summary/figures.tsx';
import { PromoCode } from '../../summary/promo-code.tsx';
import classes from './cart-summary.module.css';

interface CartSummaryProps {
  /** Undefined until storage was read. */
  lines: readonly CartLine[] | undefined;
  checking: CartChecking;
}

const promises = [
  { sentence: 'shippingSentence', Icon: Truck, width: '11em' },
  { sentence: 'returnsSentence', Icon: RotateCcw, width: '12em' },
  { sentence: 'paymentsSentence', Icon: Lock, width: '8em' },
  { sentence: 'supportSentence', Icon: Headset, width: '7em' },
] as const;

const title = (
  <h2 id="cart-summary" className="type-block">
    Order summary
  </h2>
);

/** The price of the cart, and the four promises of the policy record. */
export function CartSummary({ lines, checking }: CartSummaryProps) {
  // No amounts yet: they would shift when the promo-code field of a filled cart appears.
  if (!lines) {
    return (
      <section
        className={classNames('box', classes.summary, classes.unknown)}
        aria-labelledby="cart-summary"
        aria-busy="true"
      >
        {title}
        <Skeleton className={`above-20 ${classes.coming}`} />
      </section>
    );
  }
  return <LoadedSummary lines={lines} checking={checking} />;
}

/** A link to the sell form, which leads back to the cart. */
function TradeIn() {
  const maxPrice = maxTradeInPrice(usePolicyAnswer().data);
  if (maxPrice === undefined) return null;
  return (
    <ButtonLink as={Link} to={tradeInAddress('/cart')} className="above-16" look="ghost" fullWidth>
      {`Trade in yours: up to ${formatPrice(maxPrice)}`}
    </ButtonLink>
  );
}

function LoadedSummary({ lines, checking }: CartSummaryProps & { lines: readonly CartLine[] }) {
  const { policy, hasFailed, isFetching } = usePolicy();
  const pricing = previewPrice(lines, policy);
  const isEmpty = lines.length === 0;
  const reasons = [
    hasFailed && 'You can go on when the total is known.',
    checking.hasChanges && 'Accept the changes in your cart to go on.',
    checking.isUnchecked &&
      'Prices and stock could not be checked just now. They are checked again before you order.',
  ].filter((reason) => reason !== false);

  return (
    <section className={`box ${classes.summary}`} aria-labelledby="cart-summary" aria-busy={isFetching}>
      {title}
      {isEmpty ? null : <PromoCode lines={lines} />}
      <Figures pricing={pricing} />
      {isEmpty || !policy || checking.hasChanges ? (
        <Button className="above-24" look="buy" size="large" fullWidth disabled>
          Proceed to Checkout
        </Button>
      ) : (
        <ButtonLink as={Link} to="/checkout" className="above-24" look="buy" size="large" fullWidth>
          Proceed to Checkout
        </ButtonLink>
      )}
      {isEmpty
        ? null
        : reasons.map((reason) => (
            <p key={reason} className="type-hint above-8">
              {reason}
            </p>
          ))}
      {hasFailed ? null : (
        <ul className={`type-detail above-24 ${classes.promises}`} aria-label="What we promise">
          {promises.map(({ sentence, Icon, width }) => (
            <li key={sentence} className="line">
              <Icon size={20} />
              <span>{policy?.[sentence] ?? <Skeleton form="text" width={width} />}</span>
            </li>
          ))}
        </ul>
      )}
      {isEmpty || !policy ? null : <TradeIn />}
    </section>
  );
}
