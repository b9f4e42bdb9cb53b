import { apiProblem } from '@kinmel/web-kit';
import { useRef, useState } from 'react';
import type { Submitted } from './sell-answers.rules.ts';
import { refusedFields, type SellErrors } from './sell-form.rules.ts';
import { useSubmitSellRequestMutation } from './sell-phone-api.ts';

/** ERR-25. */
const failedText = 'Failed to submit request';

export interface SubmitFailure {
  /** Empty when every word of it belongs to a field. */
  readonly message: string;
  readonly fields: SellErrors;
}

/** The key of one press and its repetitions, and what was sent with it without an answer, the newest first. */
interface Attempt {
  readonly key: string;
  readonly bodies: readonly FormData[];
}

/** 128 random bits. `crypto.randomUUID` is missing where the shop is not served over https. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

const isUnanswered = (error: unknown) => {
  const { kind, status } = apiProblem(error);
  return kind !== 'answer' || (status ?? 0) >= 500;
};

/**
 * Sends a request at most once, whatever the network does. The key of an attempt without answer is sent again with
 * whatever the form holds then: if that attempt had arrived, the shop answers `key-reused`, and the body that arrived
 * brings its answer.
 */
export function useSubmitSellRequest() {
  const [send] = useSubmitSellRequestMutation();
  const [isBusy, setBusy] = useState(false);
  const attempt = useRef<Attempt>(undefined);
  const isRunning = useRef(false);

  const submit = async (
    body: FormData,
  ): Promise<{ submitted?: Submitted; failure?: SubmitFailure } | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    setBusy(true);
    const { key, bodies } = attempt.current ?? { key: newKey(), bodies: [] };
    attempt.current = { key, bodies: [body, ...bodies] };
    let result = await send({ key, body });
    for (const earlier of bodies) {
      if (apiProblem(result.error).code !== 'key-reused') break;
      result = await send({ key, body: earlier });
    }
    isRunning.current = false;
    setBusy(false);
    if (result.data) {
      attempt.current = undefined;
      return { submitted: result.data };
    }
    // After an attempt without answer a refusal of the next one says nothing of the first: its key stays.
    if (!isUnanswered(result.error)) attempt.current = bodies.length > 0 ? { key, bodies } : undefined;
    const fields = refusedFields(result.error);
    const { kind, message } = apiProblem(result.error);
    const words = kind === 'answer' && message ? message : failedText;
    return { failure: { message: Object.keys(fields).length > 0 ? '' : words, fields } };
  };

  return { submit, isBusy };
}
