import { Button, Dialog } from '@kinmel/ui';
import { apiProblem, injectEndpoints, leaveSession } from '@kinmel/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { valueAnswer } from '../answers.ts';

export const sessionEndApi = injectEndpoints((build) => ({
  /** A mutation, because the answer is relative to the time of the request and must never be cached. */
  readSessionEnd: build.mutation({
    query: (_none: void) => '/api/auth/session-end',
    responseSchema: valueAnswer(
      z.object({ endsInSeconds: z.number(), idleEndsInSeconds: z.nullable(z.number()) }),
    ),
  }),
}));

const minuteMs = 60_000;
const warnBeforeMs = 2 * minuteMs;
/** The longest time between two checks: the limits may change. */
const maxPauseMs = 60 * minuteMs;

interface Warning {
  readonly minutes: number;
  /** False when the session reaches its maximum age, which activity does not extend. */
  readonly canStay: boolean;
}

/**
 * Warns before the session of a staff member ends. The server decides when: other tabs may be in use. Keyboard and
 * pointer input is reported to it at most once a minute, so that the warning does not interrupt a user who is typing a
 * long text. Requests of the timer are marked as background by web-kit and do not count as activity.
 */
export function SessionEndDialog() {
  const [readEnd] = sessionEndApi.useReadSessionEndMutation();
  const [warning, setWarning] = useState<Warning>();
  const checkSession = useRef(async () => {});
  const stayButton = useRef<HTMLButtonElement>(null);
  const navigate = useNavigate();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let checkedAt = Date.now();
    let isStopped = false;
    const scheduleCheck = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => void checkSession.current(), Math.min(Math.max(ms, 1000), maxPauseMs));
    };
    checkSession.current = async () => {
      checkedAt = Date.now();
      const { data, error } = await readEnd();
      if (isStopped) return;
      if (!data) {
        const { status } = apiProblem(error);
        // 401: the session is over, and the shell asks for a sign-in. 404: an auth service without these limits.
        if (status !== 401 && status !== 404) scheduleCheck(minuteMs);
        return;
      }
      const ageMs = data.endsInSeconds * 1000;
      const idleMs = (data.idleEndsInSeconds ?? Number.POSITIVE_INFINITY) * 1000;
      const remainingMs = Math.min(ageMs, idleMs);
      const isEnding = remainingMs <= warnBeforeMs;
      const minutes = Math.max(1, Math.round(remainingMs / minuteMs));
      setWarning(isEnding ? { minutes, canStay: idleMs < ageMs } : undefined);
      scheduleCheck(isEnding ? remainingMs + 1000 : remainingMs - warnBeforeMs);
    };
    const reportInput = () => {
      if (Date.now() - checkedAt >= minuteMs) void checkSession.current();
    };
    const inputs = ['keydown', 'pointerdown'] as const;
    for (const type of inputs) window.addEventListener(type, reportInput);
    scheduleCheck(minuteMs);
    return () => {
      isStopped = true;
      clearTimeout(timer);
      for (const type of inputs) window.removeEventListener(type, reportInput);
    };
  }, [readEnd]);

  const close = () => {
    setWarning(undefined);
    if (warning?.canStay) void checkSession.current();
  };
  const signOut = () => {
    void leaveSession();
    void navigate('/login');
  };
  const when = `${warning?.minutes} ${warning?.minutes === 1 ? 'minute' : 'minutes'}`;
  return (
    <Dialog
      open={warning !== undefined}
      onClose={close}
      title={`You will be signed out in ${when}`}
      initialFocus={stayButton}
      withoutCross
      actions={
        <>
          <Button ref={stayButton} onClick={close}>
            {warning?.canStay ? 'Stay signed in' : 'Go on'}
          </Button>
          <Button look="line" onClick={signOut}>
            Sign out
          </Button>
        </>
      }
    >
      <p role="alert">
        {warning?.canStay
          ? 'Nothing was done here for a while.'
          : 'A session ends some hours after the sign-in. Please save your work and sign in again.'}
      </p>
    </Dialog>
  );
}
