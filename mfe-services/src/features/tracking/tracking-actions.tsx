import type { TrackedRequest, TrackingAction } from '@kinmel/contracts';
import { Alert, Button, ConfirmDialog, takeFocus } from '@kinmel/ui';
import { apiProblem } from '@kinmel/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useAnswerQuoteMutation, useCancelTrackedRequestMutation } from '../../requests/requests-api.ts';
import { RescheduleForm } from './reschedule-form.tsx';
import classes from './tracking-page.module.css';

/** The confirmation dialogs of the actions that cannot be undone. */
const questions = {
  decline: {
    title: 'Decline our quote?',
    text: 'Your request ends with that. A new one needs its details once more.',
    yes: 'Decline quote',
    no: 'Keep the quote',
  },
  cancel: {
    title: 'Cancel it?',
    text: 'It ends with that, and what was kept for you is free for others.',
    yes: 'Yes, cancel',
    no: 'Keep it',
  },
  withdraw: {
    title: 'Withdraw your request?',
    text: 'Your request ends with that, and you get no quote for it. A new one needs its details once more.',
    yes: 'Yes, withdraw',
    no: 'Keep the request',
  },
} as const;

const doneTexts = {
  accept: 'Thank you! We will contact you about the hand-over.',
  decline: 'You declined our offer.',
  cancel: 'It is cancelled.',
  withdraw: 'Your request is withdrawn.',
} as const;

const cancelNames = {
  'sell-request': 'Withdraw request',
  'repair-booking': 'Cancel booking',
  'phone-order': 'Cancel order',
} as const;

interface TrackingActionsProps {
  token: string;
  tracked: TrackedRequest;
  /** The shown request may be out of date. */
  onChanged: () => void;
}

/** The actions that the holder of the link has now. */
export function TrackingActions({ token, tracked, onChanged }: TrackingActionsProps) {
  const [answer, answering] = useAnswerQuoteMutation();
  const [cancel, cancelling] = useCancelTrackedRequestMutation();
  const [isMoving, setMoving] = useState(false);
  const [asked, setAsked] = useState<keyof typeof questions>();
  const [outcome, setOutcome] = useState<{ tone: 'ok' | 'bad'; text: string }>();
  /** The reschedule form was closed without a change. */
  const [isKept, setKept] = useState(false);
  const outcomeBox = useRef<HTMLDivElement>(null);
  const isBusy = answering.isLoading || cancelling.isLoading;

  // The pressed button is removed.
  useEffect(() => {
    if (outcome) outcomeBox.current?.focus();
  }, [outcome]);

  const run = async (action: keyof typeof doneTexts) => {
    if (isBusy) return;
    setOutcome(undefined);
    setMoving(false);
    const { error } =
      action === 'cancel' || action === 'withdraw'
        ? await cancel(token)
        : await answer({ token, answer: action, version: tracked.version });
    setAsked(undefined);
    setOutcome(
      error
        ? { tone: 'bad', text: apiProblem(error).message ?? 'Something went wrong. Please try again.' }
        : { tone: 'ok', text: doneTexts[action] },
    );
    // After a refusal too: the reason may be a newer version.
    onChanged();
  };

  const may = (action: TrackingAction) => tracked.actions.includes(action);
  const question = asked && questions[asked];
  return (
    <>
      <div ref={outcomeBox} tabIndex={-1} className={classes.outcome}>
        {outcome ? <Alert tone={outcome.tone}>{outcome.text}</Alert> : null}
      </div>
      <div className="buttons">
        {may('accept') ? (
          <Button
            look="buy"
            onClick={() => void run('accept')}
            busy={isBusy && !asked}
            busyText="Accepting..."
          >
            Accept quote
          </Button>
        ) : null}
        {may('decline') ? (
          <Button look="line" onClick={() => setAsked('decline')}>
            Decline quote
          </Button>
        ) : null}
        {may('reschedule') && !isMoving ? (
          <Button
            // The closed form had the focus.
            ref={isKept ? takeFocus : undefined}
            look="line"
            onClick={() => {
              setOutcome(undefined);
              setKept(false);
              setMoving(true);
            }}
          >
            Change the time
          </Button>
        ) : null}
        {may('cancel') ? (
          <Button
            look="line"
            onClick={() => setAsked(tracked.kind === 'sell-request' ? 'withdraw' : 'cancel')}
          >
            {cancelNames[tracked.kind]}
          </Button>
        ) : null}
      </div>
      {isMoving && may('reschedule') && tracked.appointment ? (
        <RescheduleForm
          token={token}
          before={tracked.appointment}
          onMoved={() => {
            setMoving(false);
            setOutcome({ tone: 'ok', text: 'Your repair has a new time.' });
            onChanged();
          }}
          onKept={() => {
            setMoving(false);
            setKept(true);
          }}
        />
      ) : null}
      <ConfirmDialog
        open={question !== undefined}
        onClose={() => setAsked(undefined)}
        title={question?.title ?? ''}
        cancel={question?.no}
        confirm={question?.yes ?? ''}
        onConfirm={() => asked && void run(asked)}
        busy={isBusy}
      >
        {question?.text}
      </ConfirmDialog>
    </>
  );
}
