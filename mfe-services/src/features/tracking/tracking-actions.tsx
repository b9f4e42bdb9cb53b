import type { TrackedRequest, TrackingAction } from '@kinmel/contracts';
import { Alert, Button, Dialog, takeFocus } from '@kinmel/ui';
import { apiProblem } from '@kinmel/web-kit';
import { useEffect, useRef, useState } from 'react';
import { RescheduleForm } from './reschedule-form.tsx';
import { useAnswerQuoteMutation, useCancelTrackedRequestMutation } from './tracking-api.ts';
import classes from './tracking-page.module.css';

/** What cannot be taken back is asked about. */
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

const doneText = {
  accept: 'Thank you! We will contact you about the hand-over.',
  decline: 'You declined our offer.',
  cancel: 'It is cancelled.',
  withdraw: 'Your request is withdrawn.',
  reschedule: 'Your repair has a new time.',
} as const;

const cancelNames = {
  'sell-request': 'Withdraw request',
  'repair-booking': 'Cancel booking',
  'phone-order': 'Cancel order',
} as const;

type Action = keyof typeof doneText;

interface TrackingActionsProps {
  token: string;
  tracked: TrackedRequest;
  /** The shop knows something newer than what is shown. */
  onChanged: () => void;
}

/** What the holder of the link may do now; destroying ones ask first. */
export function TrackingActions({ token, tracked, onChanged }: TrackingActionsProps) {
  const [answer, answering] = useAnswerQuoteMutation();
  const [cancel, cancelling] = useCancelTrackedRequestMutation();
  const [isMoving, setMoving] = useState(false);
  const [asked, setAsked] = useState<keyof typeof questions>();
  const [outcome, setOutcome] = useState<{ tone: 'ok' | 'bad'; text: string }>();
  const [isKept, setKept] = useState(false);
  const safe = useRef<HTMLButtonElement>(null);
  const anchor = useRef<HTMLDivElement>(null);
  const isBusy = answering.isLoading || cancelling.isLoading;

  // The button that was pressed goes away, and the focus would go with it.
  useEffect(() => {
    if (outcome) anchor.current?.focus();
  }, [outcome]);

  const run = async (action: Exclude<Action, 'reschedule'>) => {
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
        : { tone: 'ok', text: doneText[action] },
    );
    // Also after a refusal: another version may be what it was refused for.
    onChanged();
  };

  const may = (action: TrackingAction) => tracked.actions.includes(action);
  // The call is the same; of a phone that was offered the words are others.
  const isOffer = tracked.kind === 'sell-request';
  const question = asked && questions[asked];
  return (
    <>
      <div ref={anchor} tabIndex={-1} className={classes.outcome}>
        {outcome ? <Alert tone={outcome.tone}>{outcome.text}</Alert> : null}
      </div>
      <div className={classes.ways}>
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
            // The form was closed, and the focus would go with it.
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
          <Button look="line" onClick={() => setAsked(isOffer ? 'withdraw' : 'cancel')}>
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
            setOutcome({ tone: 'ok', text: doneText.reschedule });
            onChanged();
          }}
          onKept={() => {
            setMoving(false);
            setKept(true);
          }}
        />
      ) : null}
      <Dialog
        open={question !== undefined}
        onClose={() => setAsked(undefined)}
        title={question?.title ?? ''}
        canDismiss={!isBusy}
        withoutCross
        initialFocus={safe}
        actions={
          <>
            <Button ref={safe} look="line" onClick={() => setAsked(undefined)}>
              {question?.no}
            </Button>
            <Button look="danger" onClick={() => asked && void run(asked)} busy={isBusy}>
              {question?.yes}
            </Button>
          </>
        }
      >
        <p>{question?.text}</p>
      </Dialog>
    </>
  );
}
