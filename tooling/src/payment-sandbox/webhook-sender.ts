import { setTimeout as pauseFor } from 'node:timers/promises';
import Stripe from 'stripe';
import { newId, type SandboxEventType } from './sandbox-session.ts';

/** Delivery of the next events; all but `deliver` are for tests. */
export type DeliveryMode = 'deliver' | 'twice' | 'hold' | 'drop';

export interface WebhookSenderOptions {
  readonly url: string;
  readonly secret: string;
  /** Delays before retries; there are no further retries after the last one. */
  readonly retryAfterMs?: readonly number[];
  /** Timeout of a delivery. */
  readonly answerLimitMs?: number;
  readonly onFailure?: (type: SandboxEventType, reason: string) => void;
}

const defaultPauses = [500, 1000, 2000, 5000, 10_000, 30_000, 60_000, 300_000];

/** Delivers signed events at least once, with retries until the shop answers 2xx. */
export function createWebhookSender({
  url,
  secret,
  retryAfterMs = defaultPauses,
  answerLimitMs = 10_000,
  onFailure,
}: WebhookSenderOptions) {
  const abortController = new AbortController();
  const deliveriesInFlight = new Set<Promise<void>>();
  let heldEvents: { type: SandboxEventType; payload: string }[] = [];
  let mode: DeliveryMode = 'deliver';

  async function tryOnce(payload: string): Promise<string | undefined> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Stripe-Signature': Stripe.webhooks.generateTestHeaderString({ payload, secret }),
        },
        body: payload,
        signal: AbortSignal.any([abortController.signal, AbortSignal.timeout(answerLimitMs)]),
      });
      await answer.arrayBuffer();
      return answer.ok ? undefined : `status ${answer.status}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async function deliver(type: SandboxEventType, payload: string): Promise<void> {
    let failure = await tryOnce(payload);
    for (const pause of retryAfterMs) {
      if (failure === undefined || abortController.signal.aborted) return;
      onFailure?.(type, failure);
      await pauseFor(pause, undefined, { signal: abortController.signal }).catch(() => undefined);
      if (abortController.signal.aborted) return;
      failure = await tryOnce(payload);
    }
  }

  function start(type: SandboxEventType, payload: string): void {
    const delivery = deliver(type, payload).finally(() => deliveriesInFlight.delete(delivery));
    deliveriesInFlight.add(delivery);
  }

  return {
    send(type: SandboxEventType, object: object) {
      const payload = JSON.stringify({
        id: newId('evt'),
        object: 'event',
        api_version: Stripe.API_VERSION,
        created: Math.floor(Date.now() / 1000),
        livemode: false,
        type,
        data: { object },
      });
      if (mode === 'hold') heldEvents.push({ type, payload });
      else if (mode !== 'drop') {
        start(type, payload);
        if (mode === 'twice') start(type, payload);
      }
    },
    setMode: (next: DeliveryMode) => void (mode = next),
    /** Sends the held events. */
    release(order: 'as-sent' | 'newest-first' = 'as-sent') {
      const released = order === 'newest-first' ? heldEvents.toReversed() : heldEvents;
      heldEvents = [];
      for (const { type, payload } of released) start(type, payload);
    },
    /** Resolves when no delivery is in progress or waiting. */
    async settle() {
      while (deliveriesInFlight.size > 0) await Promise.all(deliveriesInFlight);
    },
    stop: () => abortController.abort(),
  };
}
