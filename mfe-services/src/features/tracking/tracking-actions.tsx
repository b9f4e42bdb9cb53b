import type { TrackedRequest, TrackingAction } from '@kinmel/contracts';
import { Alert, Button, ConfirmDialog, takeFocus } from '@kinmel/ui';
import { apiProblem } from '@kinmel/web-kit';
import { useEffect, useRef, useState } from 'react';
import { type Answer, requestsApi } from '../../requests/requests-api.ts';
import { AcceptForm, type ChosenPayment } from './accept-form.tsx';
import { RescheduleForm } from './reschedule-form.tsx';
import classes from './tracking-page.module.css';

/** The possible answers, in the order of the page. */
const answers: readonly Answer[] = ['accept', 'decline', 'cancel'];

/**
 * A button, with the message after its step. With a title it asks for confirmation, because the step cannot be undone.
 */
type Step = Readonly<
  Record<'name' | 'done', string> & Partial<Record<'title' | 'text' | 'yes' | 'no', string>>
>;

const cancelTexts = {
  done: 'It is cancelled.',
  title: 'Cancel it?',
  text: 'It ends with that, and what was kept for you is free for others.',
  yes: 'Yes, cancel',
  no: 'Keep it',
};

const steps: Readonly<Record<TrackedRequest['kind'], Readonly<Partial<Record<Answer, Step>>>>> = {
  'sell-request': {
    accept: { name: 'Accept quote', done: 'Thank you! Bring your phone or send it to us.' },
    decline: {
      name: 'Decline quote',
      done: 'You declined our offer.',
      title: 'Decline our quote?',
      text: 'Your request ends with that. A new one needs its details once more.',
      yes: 'Decline quote',
      no: 'Keep the quote',
    },
    cancel: {
      name: 'Withdraw request',
      done: 'Your request is withdrawn.',
      title: 'Withdraw your request?',
      text: 'Your request ends with that, and you get no quote for it. A new one needs its details once more.',
      yes: 'Yes, withdraw',
      no: 'Keep the request',
    },
  },
  'repair-booking': { cancel: { ...cancelTexts, name: 'Cancel booking' } },
  'phone-order': { cancel: { ...cancelTexts, name: 'Cancel order' } },
  return: {
    accept: {
      name: 'Accept refund',
      done: 'Thank you! We refund you next, and write when it is done.',
      title: 'Accept the lower refund?',
      text: 'We refund this sum, and the goods stay with us. This cannot be undone.',
      yes: 'Accept refund',
      no: 'Not yet',
    },
    decline: {
      name: 'Decline refund',
      done: 'You declined the lower refund. We send the goods back to you.',
      title: 'Decline the lower refund?',
      text: 'You get no refund, and we send the goods back to you. This cannot be undone.',
      yes: 'Send the goods back',
      no: 'Not yet',
    },
    cancel: {
      name: 'Cancel return',
      done: 'Your return is cancelled.',
      title: 'Cancel this return?',
      text: 'You keep the goods. You can return them anew while the time for it lasts.',
      yes: 'Yes, cancel',
      no: 'Keep the return',
    },
  },
};

/** Texts for a phone that the shop has already inspected. */
const inspectedSteps = {
  ...steps['sell-request'],
  accept: { name: 'Accept quote', done: 'Thank you! You are paid next.' },
  decline: {
    ...steps['sell-request'].decline,
    name: 'Decline quote',
    done: 'You declined our offer. We send your phone back to you.',
    text: 'Your request ends with that, and we send your phone back to you.',
    yes: 'Send my phone back',
  },
};

interface TrackingActionsProps {
  token: string;
  trackedRequest: TrackedRequest;
  /** The shown request may be out of date. */
  onChanged: () => void;
}

/** The actions that the link's holder can take now. */
export function TrackingActions({ token, trackedRequest, onChanged }: TrackingActionsProps) {
  const { quote, offered } = trackedRequest;
  const stepsByAnswer: (typeof steps)[TrackedRequest['kind']] = offered?.isReceived
    ? inspectedSteps
    : steps[trackedRequest.kind];
  const [answer, { isLoading: isBusy }] = requestsApi.useAnswerTrackedMutation();
  const [isEditing, setEditing] = useState(false);
  const [openQuestion, setOpenQuestion] = useState<Answer>();
  const [outcome, setOutcome] = useState<{ tone: 'ok' | 'bad'; text: string }>();
  /** The reschedule form was closed without a change. */
  const [wasFormCancelled, setFormCancelled] = useState(false);
  const outcomeBox = useRef<HTMLDivElement>(null);

  // The pressed button is removed.
  useEffect(() => {
    if (outcome) outcomeBox.current?.focus();
  }, [outcome]);

  const sendAnswer = async (
    action: Answer,
    chosen?: ChosenPayment,
    done = stepsByAnswer[action]?.done ?? '',
  ) => {
    if (isBusy) return;
    setOutcome(undefined);
    setEditing(false);
    const { error } = await answer({ token, answer: action, version: trackedRequest.version, ...chosen });
    setOpenQuestion(undefined);
    setOutcome(
      error
        ? { tone: 'bad', text: apiProblem(error).message ?? 'Something went wrong. Please try again.' }
        : { tone: 'ok', text: done },
    );
    // Refreshes after a refusal too: the reason may be a newer version.
    onChanged();
  };

  // After the settlement, order refuses a change while staff are paying.
  const isPayoutDue =
    trackedRequest.status === 'accepted' || (offered?.isSettled && !offered.isPaid && !offered.sentBack);
  const canChangePayout = quote !== null && isPayoutDue && quote.payment?.to !== 'credit';
  const canTake = (action: TrackingAction) => trackedRequest.actions.includes(action);
  const question = openQuestion && stepsByAnswer[openQuestion];
  return (
    <>
      <div ref={outcomeBox} tabIndex={-1} className={classes.outcome}>
        {outcome ? <Alert tone={outcome.tone}>{outcome.text}</Alert> : null}
      </div>
      {quote && canTake('accept') ? (
        <AcceptForm
          quote={quote}
          isBusy={isBusy && !openQuestion}
          onAccept={(chosen) => void sendAnswer('accept', chosen)}
        />
      ) : null}
      {canChangePayout && isEditing ? (
        <AcceptForm
          quote={quote}
          isChange
          isBusy={isBusy}
          onAccept={(chosen) => void sendAnswer('accept', chosen, 'It is changed. You get a mail of it.')}
        />
      ) : null}
      <div className="buttons">
        {canChangePayout && !isEditing ? (
          <Button look="line" onClick={() => setEditing(true)}>
            Change the payout
          </Button>
        ) : null}
        {canTake('reschedule') && !isEditing ? (
          <Button
            // The closed form had the focus.
            ref={wasFormCancelled ? takeFocus : undefined}
            look="line"
            onClick={() => {
              setOutcome(undefined);
              setFormCancelled(false);
              setEditing(true);
            }}
          >
            Change the time
          </Button>
        ) : null}
        {answers
          .filter((action) => canTake(action) && !(quote && action === 'accept'))
          .map((action) => (
            <Button
              key={action}
              look={action === 'accept' ? 'buy' : 'line'}
              onClick={() => setOpenQuestion(action)}
            >
              {stepsByAnswer[action]?.name}
            </Button>
          ))}
      </div>
      {isEditing && canTake('reschedule') && trackedRequest.appointment ? (
        <RescheduleForm
          token={token}
          currentTime={trackedRequest.appointment}
          onMoved={() => {
            setEditing(false);
            setOutcome({ tone: 'ok', text: 'Your repair has a new time.' });
            onChanged();
          }}
          onCancel={() => {
            setEditing(false);
            setFormCancelled(true);
          }}
        />
      ) : null}
      <ConfirmDialog
        open={question !== undefined}
        onClose={() => setOpenQuestion(undefined)}
        title={question?.title ?? ''}
        cancel={question?.no}
        confirm={question?.yes ?? ''}
        onConfirm={() => openQuestion && void sendAnswer(openQuestion)}
        busy={isBusy}
      >
        {question?.text}
      </ConfirmDialog>
    </>
  );
}
