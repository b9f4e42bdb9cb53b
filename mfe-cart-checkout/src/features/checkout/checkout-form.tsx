import { offeredMethodNames, type PaymentMethod, paymentMethods } from '@kinmel/contracts/browser';
import { Alert } from '@kinmel/ui';
import { Link, returnHere, type SessionUser } from '@kinmel/web-kit';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { promoOf } from '../../cart/cart-edit.rules.ts';
import type { CartLine } from '../../cart/cart-line.ts';
import { useCartCheck } from '../../cart/check/use-cart-check.ts';
import { previewPrice } from '../../cart/pricing/cart-pricing.rules.ts';
import { cartApi } from '../../cart-api.ts';
import { Changes } from '../../summary/changes.tsx';
import { type CheckoutDraft, checkoutDraft } from './checkout-draft.ts';
import classes from './checkout-form.module.css';
import {
  type DeliveryFault,
  type DeliveryField,
  emptyDelivery,
  firstFault,
  trimDelivery,
} from './delivery/delivery.rules.ts';
import { DeliveryFields } from './delivery/delivery-fields.tsx';
import { lastDeliveryOf, storeDelivery } from './delivery/last-delivery.ts';
import { CreditChoice, useCredit } from './payment/credit-choice.tsx';
import { PaymentChoice } from './payment/payment-choice.tsx';
import { formOf, orderAttempts } from './placing/order-attempt.ts';
import { orderBody } from './placing/order-body.ts';
import { type Placed, usePlaceOrder } from './placing/use-place-order.ts';
import { OrderSummary } from './summary/order-summary.tsx';
import { PhoneSummary } from './summary/phone-summary.tsx';

const formId = 'checkout';

interface FormStart extends CheckoutDraft {
  /** An earlier attempt got no answer: the next submission repeats it. */
  readonly isRepetition: boolean;
}

/** The initial values: the draft, an unanswered attempt, the last delivery, or the account. */
function initialForm(user: SessionUser | null): FormStart {
  if (!user) return { ...formOf(undefined), delivery: emptyDelivery, isRepetition: false };
  const attempt = orderAttempts.open(user.id, Date.now());
  const isRepetition = attempt !== undefined;
  const draft = checkoutDraft.read(user.id);
  if (draft) return { ...draft, isRepetition };
  const form = formOf(attempt);
  const savedDelivery = form.delivery ?? lastDeliveryOf(user.id) ?? emptyDelivery;
  const delivery = {
    ...savedDelivery,
    name: savedDelivery.name || user.name,
    email: savedDelivery.email || user.email,
    phone: savedDelivery.phone || (user.phone ?? user.number ?? ''),
  };
  return { ...form, delivery, isRepetition };
}

/** Refusals after which prices and stock are checked again, so that each line shows its change. */
const changedCartCodes = new Set<string | undefined>([
  'price-changed',
  'out-of-stock',
  'offer-not-available',
  'promo-code-invalid',
]);

interface CheckoutFormProps {
  /**
   * Rendered above the delivery only, so that the summary beside it starts at the top, with its button in the first
   * view.
   */
  title: ReactNode;
  /** Null while the user is unknown: the form is shown but disabled. */
  user: SessionUser | null;
  lines: readonly CartLine[];
  onPlaced: (placed: Placed, sentBody: string) => void;
}

/** Delivery, payment and order summary. */
export function CheckoutForm({ title, user, lines, onPlaced }: CheckoutFormProps) {
  const [start] = useState(() => initialForm(user));
  const [delivery, setDelivery] = useState(start.delivery);
  const [chosenMethod, setPaymentMethod] = useState(start.paymentMethod);
  const [usesCredit, setUsesCredit] = useState(start.usesCredit);
  const [fault, setFault] = useState<DeliveryFault>();
  const form = useRef<HTMLFormElement>(null);
  const location = useLocation();
  const checking = useCartCheck(lines);
  const { data: policy, refetch: refetchPolicy } = cartApi.useGetCartPolicyQuery();
  const { place, isBusy, failure, clearFailure } = usePlaceOrder(user?.id ?? '');
  const pricing = previewPrice(lines, policy);
  const credit = useCredit(user !== null, usesCredit, policy ? pricing.totalInMinorUnits : 0);
  const toPayInMinorUnits = pricing.totalInMinorUnits - credit.used;
  const offeredMethods: readonly PaymentMethod[] = policy?.paymentMethods.length
    ? policy.paymentMethods
    : offeredMethodNames;
  const methods = policy
    ? offeredMethods.filter((method) => toPayInMinorUnits >= (paymentMethods[method].minInMinorUnits ?? 0))
    : offeredMethods;
  const paymentMethod = methods.includes(chosenMethod) ? chosenMethod : (methods[0] ?? chosenMethod);
  const isPaidByCredit = credit.used > 0 && toPayInMinorUnits === 0;
  const changes = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const afterAccepting = () => {
    clearFailure();
    heading.current?.focus();
  };
  const isRefusedForChanges = failure !== undefined && checking.hasChanges;
  useEffect(() => {
    if (!isRefusedForChanges) return;
    // The pressed button is disabled now, and the list of changes may be out of view.
    changes.current?.scrollIntoView({ block: 'center' });
    changes.current?.focus({ preventScroll: true });
  }, [isRefusedForChanges]);

  const userId = user?.id;
  useEffect(() => {
    const isUnchanged =
      delivery === start.delivery && paymentMethod === start.paymentMethod && usesCredit === start.usesCredit;
    if (userId !== undefined && !isUnchanged)
      checkoutDraft.keep(userId, { delivery, paymentMethod, usesCredit });
  }, [userId, start, delivery, paymentMethod, usesCredit]);

  const change = (field: DeliveryField, value: string) => {
    setDelivery((before) => ({ ...before, [field]: value }));
    if (fault?.field === field) setFault(undefined);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!user || isBusy) return;
    const deliveryFault = firstFault(delivery);
    setFault(deliveryFault);
    if (deliveryFault) {
      const field = form.current?.elements.namedItem(deliveryFault.field);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    if (!policy || checking.hasChanges) return;
    const body = orderBody({
      userId: user.id,
      delivery,
      lines,
      promoCode: promoOf(lines)?.code ?? null,
      paymentMethod: isPaidByCredit ? 'credit' : paymentMethod,
      creditInMinorUnits: credit.used,
      pricing,
    });
    const { placed, failure: refusal } = await place(body);
    if (placed) {
      storeDelivery(user.id, trimDelivery(delivery));
      checkoutDraft.forget();
      onPlaced(placed, body);
    } else if (refusal?.code === 'not-enough-credit') {
      void credit.refetch();
    } else if (changedCartCodes.has(refusal?.code)) {
      checking.checkAgain();
      void refetchPolicy();
    }
  };

  return (
    <div className={classes.columns}>
      <div className={classes.left}>
        {title}
        {user ? null : (
          <Alert tone="info" className="below-24">
            Please login to place your order.{' '}
            <Link to="/login" state={returnHere(location)}>
              Login
            </Link>
          </Alert>
        )}
        {start.isRepetition && !failure && !isBusy ? (
          <Alert tone="info" className="below-24">
            Your last try got no answer. Press Place Order to try again: it is never ordered twice.
          </Alert>
        ) : null}
        <Changes ref={changes} lines={lines} checking={checking} onAccept={afterAccepting} />
        <form ref={form} id={formId} noValidate onSubmit={(event) => void submit(event)}>
          <fieldset className={classes.fields} disabled={!user}>
            <h2 ref={heading} tabIndex={-1} className={`type-block ${classes.heading}`}>
              Delivery
            </h2>
            <DeliveryFields delivery={delivery} fault={fault} onChange={change} />
            <PaymentChoice
              methods={isPaidByCredit ? [] : methods}
              value={paymentMethod}
              onChange={setPaymentMethod}
            >
              <CreditChoice credit={credit} onChange={setUsesCredit} />
            </PaymentChoice>
          </fieldset>
        </form>
        <PhoneSummary lines={lines} toPayInMinorUnits={policy && toPayInMinorUnits} />
      </div>
      <OrderSummary
        formId={formId}
        lines={lines}
        pricing={pricing}
        isPriced={policy !== undefined}
        creditInMinorUnits={credit.used}
        checking={checking}
        isBusy={isBusy}
        isOpen={user !== null}
        failure={failure}
      />
    </div>
  );
}
