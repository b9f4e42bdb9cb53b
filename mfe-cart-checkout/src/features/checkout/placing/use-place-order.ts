import { apiProblem, formatPrice } from '@kinmel/web-kit';
import { useRef, useState } from 'react';
import { type PlacedOrder, type RefusalDetail, refusalDetails } from '../../../cart-answers.rules.ts';
import { usePlaceOrderMutation } from '../../../cart-api.ts';
import { closeAttempt, openAttempt, repeatAttempt, startAttempt } from './order-attempt.ts';

/** Why an order was not placed, or nobody knows whether it was. */
export interface PlaceOrderFailure {
  readonly message: string;
  /** What the shop says line by line. */
  readonly lines: readonly string[];
  readonly code: string | undefined;
  /** No answer came, or none that says what happened: the same attempt may be repeated without harm. */
  readonly isUnknown: boolean;
}

/** An order, and the body that it was placed with: that of an earlier attempt when that one had arrived after all. */
export interface Placed {
  readonly order: PlacedOrder;
  readonly body: string;
}

/** What became of one sending. */
type Outcome = { readonly order: PlacedOrder } | { readonly failure: PlaceOrderFailure };

const waitBetweenMs = 1000;
const mostWaits = 8;
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });

const amountForm = /^\d+(\.\d+)?$/;

/** A refusal names prices as bare amounts: that of a line is told by the check of the cart, that of the total here. */
function wordsOf({ path, message }: RefusalDetail): readonly string[] {
  if (!amountForm.test(message)) return [message];
  return path === 'total' ? [`The total is ${formatPrice(Number(message))} now.`] : [];
}

function failureOf(error: unknown): PlaceOrderFailure {
  const { kind, message, code, status } = apiProblem(error);
  const lines = refusalDetails(error).flatMap(wordsOf);
  const hasNoAnswer = kind === 'network' || kind === 'timeout';
  return {
    message: hasNoAnswer
      ? 'Something went wrong. Please try again.'
      : (message ?? 'Failed to place order. Please try again.'),
    lines,
    code,
    isUnknown: kind !== 'answer' || (status ?? 0) >= 500 || code === 'key-in-progress',
  };
}

/**
 * Places an order at most once, whatever the network does (reliability: one key per attempt). The key of an attempt that
 * was never answered is sent again with whatever the shopper orders next: if that attempt did arrive, the shop answers
 * `key-reused` to every other body, and the body that arrived brings its answer.
 */
export function usePlaceOrder(userId: string) {
  const [send] = usePlaceOrderMutation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<PlaceOrderFailure>();
  const isRunning = useRef(false);

  const sendOnce = async (key: string, body: string): Promise<Outcome> => {
    const { data, error } = await send({ key, body });
    return data ? { order: data } : { failure: failureOf(error) };
  };

  /** The first sending of this key is still at work: its answer is worth a moment. */
  const sendAndWait = async (key: string, body: string): Promise<Outcome> => {
    for (let waits = 0; ; waits += 1) {
      const outcome = await sendOnce(key, body);
      if ('order' in outcome || outcome.failure.code !== 'key-in-progress' || waits === mostWaits)
        return outcome;
      await pause(waitBetweenMs);
    }
  };

  const place = async (body: string): Promise<{ placed?: Placed; failure?: PlaceOrderFailure }> => {
    if (isRunning.current) return {};
    isRunning.current = true;
    setBusy(true);
    setFailure(undefined);
    const before = openAttempt(userId, Date.now());
    const { key, earlier } = before ? repeatAttempt(before, body) : startAttempt(userId, body, Date.now());
    let sent = body;
    let outcome = await sendAndWait(key, sent);
    for (const earlierBody of earlier) {
      if (!('failure' in outcome) || outcome.failure.code !== 'key-reused') break;
      sent = earlierBody;
      outcome = await sendAndWait(key, sent);
    }
    isRunning.current = false;
    setBusy(false);
    if ('order' in outcome) {
      closeAttempt();
      return { placed: { order: outcome.order, body: sent } };
    }
    // A refusal of the first sending is an answer. After one that got none, the key stays until an order is there.
    if (!outcome.failure.isUnknown && (before === undefined || outcome.failure.code === 'key-reused')) {
      closeAttempt();
    }
    setFailure(outcome.failure);
    return { failure: outcome.failure };
  };

  return { place, isBusy, failure, forgetFailure: () => setFailure(undefined) };
}
