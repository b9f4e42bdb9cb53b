import type { TrackedRequest, TrackingAction } from '@kinmel/contracts';
import { Alert, Button, ConfirmDialog, takeFocus } from '@kinmel/ui';
import { apiProblem } from '@kinmel/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useAnswerQuoteMutation, useCancelTrackedRequestMutation } from '../../requests/requests-api.ts';
import { RescheduleForm } from './reschedule-form.tsx';
import classes from './tracking-page.module.css';

/** The confirmation dialogs of the actions that cannot be undone. `sends` is what the page asks the service for. */
const questions = {
  decline: {
    sends: 'decline',
    title: 'Decline our quote?',
    text: 'Your request ends with that. A new one needs its details once more.',
    yes: 'Decline quote',
    no: 'Keep the quote',
  },
  cancel: {
    sends: 'cancel',
    title: 'Cancel it?',
    text: 'It ends with that, and what was kept for you is free for others.',
    yes: 'Yes, cancel',
    no: 'Keep it',
  },
  withdraw: {
    sends: 'cancel',
    title: 'Withdraw your request?',
    text: 'Your request ends with that, and you get no quote for it. A new one needs its details once more.',
    yes: 'Yes, withdraw',
    no: 'Keep the request',
  },
  'accept-refund': {
    sends: 'accept',
    title: 'Accept the lower refund?',
    text: 'You get this sum, and the goods stay with us. This cannot be undone.',
    yes: 'Accept refund',
    no: 'Not yet',
  },
  'decline-refund': {
    sends: 'decline',
    title: 'Decline the lower refund?',
    text: 'You get no refund, and we send the goods back to you. This cannot be undone.',
    yes: 'Send the goods back',
    no: 'Not yet',
  },
  'cancel-return': {
    sends: 'cancel',
    title: 'Cancel this return?',
    text: 'You keep the goods. You can return them anew while the time for it lasts.',
    yes: 'Yes, cancel',
    no: 'Keep the return',
  },
} as const;

type Question = keyof typeof questions;

const doneTexts = {
  accept: 'Thank you! We will contact you about the hand-over.',
  decline: 'You declined our offer.',
  cancel: 'It is cancelled.',
  withdraw: 'Your request is withdrawn.',
  'accept-refund': 'Thank you! Your refund is on its way.',
  'decline-refund': 'You declined the lower refund. We send the goods back to you.',
  'cancel-return': 'Your return is cancelled.',
} as const;

const cancelNames: Readonly<Record<TrackedRequest['kind'], readonly [name: string, question: Question]>> = {
  'sell-request': ['Withdraw request', 'withdraw'],
  'repair-booking': ['Cancel booking', 'cancel'],
  'phone-order': ['Cancel order', 'cancel'],
  return: ['Cancel return', 'cancel-return'],
};

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
  const [asked, setAsked] = useState<Question>();
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
    const sends = action === 'accept' ? action : questions[action].sends;
    const { error } =
      sends === 'cancel'
        ? await cancel(token)
        : await answer({ token, answer: sends, version: tracked.version });
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
  const isReturn = tracked.kind === 'return';
  const [cancelName, cancelQuestion] = cancelNames[tracked.kind];
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
            onClick={() => (isReturn ? setAsked('accept-refund') : void run('accept'))}
            busy={isBusy && !asked}
            busyText="Accepting..."
          >
            {isReturn ? 'Accept refund' : 'Accept quote'}
          </Button>
        ) : null}
        {may('decline') ? (
          <Button look="line" onClick={() => setAsked(isReturn ? 'decline-refund' : 'decline')}>
            {isReturn ? 'Decline refund' : 'Decline quote'}
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
          <Button look="line" onClick={() => setAsked(cancelQuestion)}>
            {cancelName}
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
