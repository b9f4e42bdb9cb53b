import type { Order } from '@kinmel/contracts';
import { fromMinorUnits, paymentMethods } from '@kinmel/contracts/browser';
import { orderWords } from '@kinmel/contracts/life';
import { ButtonLink, type Fact, Facts, PictureTile, SavingFlag, StatusChip } from '@kinmel/ui';
import { formatDate, formatMoney, formatPrice, Link, sourcesOfAddress } from '@kinmel/web-kit';
import CreditCard from 'lucide-react/icons/credit-card';
import type { ReactNode } from 'react';
import { orderAddress, paymentText, remainderLabelOf, taxLabelOf } from './order.rules.ts';
import classes from './order-card.module.css';
import { OrderProgress } from './order-progress.tsx';
import { payHint, statusIcons } from './orders.content.ts';
import { returnText } from './return-text.ts';

interface OrderCardProps {
  order: Order;
  /** Buttons below the amounts. */
  actions?: ReactNode;
  /** The order number is then the heading of the page, without a link. */
  isOrderPage?: boolean;
}

/** An order with status, items, amounts, payment and delivery. */
export function OrderCard({ order, actions, isOrderPage = false }: OrderCardProps) {
  const { name, tone, next } = orderWords[order.orderStatus];
  const Icon = statusIcons[order.orderStatus];
  const HintIcon = order.canPay ? CreditCard : Icon;
  const headingId = `order-${order._id}`;
  return (
    <article className={classes.card} aria-labelledby={headingId} tabIndex={-1}>
      <header className={`ends below-24 ${classes.head}`}>
        <div className={classes.which}>
          {isOrderPage ? (
            <h1 id={headingId} className="type-block anywhere">
              {order.orderNumber}
            </h1>
          ) : (
            <h2 id={headingId} className={`type-block anywhere ${classes.number}`}>
              <Link to={orderAddress(order)}>{order.orderNumber}</Link>
            </h2>
          )}
          <p className="type-detail">{`Placed ${formatDate(order.createdAt, 'long')}`}</p>
        </div>
        <StatusChip tone={tone}>{name}</StatusChip>
      </header>
      <OrderProgress status={order.orderStatus} />
      <p className={`line above-20 quiet ${classes.hint}`}>
        <HintIcon size={20} />
        <span>{order.canPay ? payHint : next}</span>
      </p>
      <div className={`stack above-24 ${classes.columns}`}>
        <div className={`stack ${classes.goods}`}>
          <OrderLines order={order} />
          {order.adminNotes ? (
            <div className={classes.note}>
              <p className="type-label">Update from the store</p>
              <p>{order.adminNotes}</p>
            </div>
          ) : null}
        </div>
        <div>
          <OrderFigures order={order} />
          <Facts facts={factsOf(order, isOrderPage)} className={`type-small above-20 ${classes.facts}`} />
          {actions ? <div className={`stack gap-12 above-24 ${classes.actions}`}>{actions}</div> : null}
          {isOrderPage ? null : (
            <ButtonLink as={Link} to={orderAddress(order)} look="ghost" fullWidth>
              View order
            </ButtonLink>
          )}
        </div>
      </div>
    </article>
  );
}

/** Payment method and status, and the delivery address. */
function factsOf(order: Order, isOrderPage: boolean): readonly Fact[] {
  const { credit, returns } = order;
  const method = paymentMethods[order.paymentMethod].label;
  return [
    ['Payment', paymentText(order)],
    [
      'Credit',
      credit?.isReturned ? (
        <>
          <span>{`${formatMoney(credit)} came back to`}</span> <Link to="/profile#credit">your credit</Link>.
        </>
      ) : null,
    ],
    [
      'Returns',
      returns.length > 0 && returns.map((entry) => <p key={entry.id}>{returnText(entry, method)}</p>),
    ],
    ['Delivery', deliveryText(order)],
    ['Notes', isOrderPage && order.customerDetails.notes],
  ];
}

const deliveryText = ({
  customerDetails: { name, address, city, zipCode, phone },
}: Pick<Order, 'customerDetails'>): string =>
  [name, address, `${city} ${zipCode}`.trim(), phone].filter((part) => part !== '').join(', ');

function OrderLines({ order }: { order: Order }) {
  return (
    <ul className="stack gap-16">
      {order.products.map((line) => (
        <li key={`${line.productId}/${line.specialOffer?.id ?? ''}`} className={classes.line}>
          <PictureTile
            className={classes.picture}
            sources={sourcesOfAddress(line.image, '80px')}
            alt=""
            sizes="80px"
          />
          <div className={classes.lineWords}>
            <p className={`type-card ${classes.name}`}>
              {line.specialOffer ? (
                line.name
              ) : (
                <Link to={`/productdetails?id=${encodeURIComponent(line.productId)}`}>{line.name}</Link>
              )}
            </p>
            {line.details ? <p className="type-detail">{line.details}</p> : null}
            {line.passportLink ? <Link to={line.passportLink}>Passport of this phone</Link> : null}
            {line.specialOffer ? (
              <p className={`type-detail row ${classes.offer}`}>
                {line.specialOffer.discountPercentage > 0 ? (
                  <SavingFlag size="small" percent={line.specialOffer.discountPercentage} />
                ) : null}
                <span>{line.specialOffer.title}</span>
              </p>
            ) : null}
            {line.promoCode ? (
              <p className={`type-detail row ${classes.offer}`}>{`with code ${line.promoCode}`}</p>
            ) : null}
          </div>
          <p className={`type-detail ${classes.quantity}`}>{`Qty ${line.quantity}`}</p>
          <p className={`type-label figures ${classes.lineTotal}`}>{formatPrice(line.lineTotal)}</p>
        </li>
      ))}
    </ul>
  );
}

function OrderFigures({ order }: { order: Order }) {
  const { pricing, credit } = order;
  return (
    <dl className={classes.pricing}>
      <dt>Subtotal</dt>
      <dd>{formatPrice(pricing.subtotal)}</dd>
      <dt>Shipping</dt>
      <dd>{pricing.shipping === 0 ? 'Free' : formatPrice(pricing.shipping)}</dd>
      {pricing.tax === 0 ? null : (
        <>
          <dt>{taxLabelOf(order)}</dt>
          <dd>{formatPrice(pricing.tax)}</dd>
        </>
      )}
      <dt className={classes.total}>Total</dt>
      <dd className={classes.total}>{formatPrice(pricing.total)}</dd>
      {credit ? (
        <>
          <dt>Credit used</dt>
          <dd>{formatPrice(-fromMinorUnits(credit.amountInMinorUnits))}</dd>
          <dt>{remainderLabelOf(order)}</dt>
          <dd>{formatPrice(pricing.total - fromMinorUnits(credit.amountInMinorUnits))}</dd>
        </>
      ) : null}
    </dl>
  );
}
