import { apiProblem, formatPrice } from '@kinmel/web-kit';
import { isUnanswered, sendOnce } from '@kinmel/web-kit/forms';
import { useRef, useState } from 'react';
import { type PlacedOrder, type RefusalDetail, refusalDetails } from '../../../cart-answers.ts';
import { cartApi } from '../../../cart-api.ts';
import { orderAttempts } from './order-attempt.ts';

/** Why an order was not placed, or that the result is unknown. */
export interface PlaceOrderFailure {
  readonly message: string;
  /** The shop's message line by line. */
  readonly lines: readonly string[];
  readonly code: string | undefined;
  /** True without a definite answer: the same attempt may be repeated safely. */
  readonly isUnknown: boolean;
}

/** An order and its body, which is that of an earlier attempt if that one succeeded. */
export interface Placed {
  readonly order: PlacedOrder;
  readonly body: string;
}

const amountPattern = /^\d+(\.\d+)?$/;

/**
 * A refusal names changed prices as bare amounts. Those of lines are shown by the check of the cart; only
 * that of the total is shown here. The checkout shows the new balance of the credit itself.
 */
function textOf({ path, message }: RefusalDetail): readonly string[] {
  if (path.startsWith('balance.')) return [];
  if (!amountPattern.test(message)) return [message];
  return path === 'total' ? [`The total is ${formatPrice(Number(message))} now.`] : [];
}

function failureOf(error: unknown): PlaceOrderFailure {
  const { kind, message, code } = apiProblem(error);
  const lines = refusalDetails(error).flatMap(textOf);
  const hasNoAnswer = kind === 'network' || kind === 'timeout';
  return {
    message: hasNoAnswer
      ? 'Something went wrong. Please try again.'
      : (message ?? 'Failed to place order. Please try again.'),
    lines,
    code,
    isUnknown: isUnanswered(error),
  };
}

/** Places an order at most once despite network failures: one idempotency key per attempt. */
export function usePlaceOrder(userId: string) {
  const [send] = cartApi.usePlaceOrderMutation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PlaceOrderFailure>();
  const isRunning = useRef(false);

  const place = async (body: string): Promise<{ placed?: Placed; failure?: PlaceOrderFailure }> => {
    if (isRunning.current) return {};
    isRunning.current = true;
    setBusy(true);
    setFailure(undefined);
    const outcome = await sendOnce(orderAttempts, {
      userId,
      body,
      send: (key, text) => send({ key, body: text }),
    });
    isRunning.current = false;
    setBusy(false);
    if (outcome.data !== undefined) return { placed: { order: outcome.data, body: outcome.body } };
    const refusal = failureOf(outcome.error);
    setFailure(refusal);
    return { failure: refusal };
  };

  return { place, isBusy, failure, clearFailure: () => setFailure(undefined) };
}
