import { Alert, Button, ButtonLink, Container } from '@kinmel/ui';
import { apiProblem, Link, usePageTitle } from '@kinmel/web-kit';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { servicesApi } from '../../services-api.ts';
import classes from './newsletter-page.module.css';

const texts = {
  confirm: {
    title: 'One more click',
    text: 'Confirm that you want one mail when a new offer starts. You can leave any time.',
    action: 'Confirm my subscription',
    doneTitle: 'You are subscribed',
    done: 'Thank you. You get one mail when a new offer starts.',
  },
  unsubscribe: {
    title: 'Leave the newsletter',
    text: 'You will get no further news of offers. Mails about your orders still come.',
    action: 'Unsubscribe',
    doneTitle: 'You are unsubscribed',
    done: 'You get no newsletter any more.',
  },
} as const;

/**
 * `/newsletter?confirm=…` and `?unsubscribe=…`. Only a click on the page counts, because mail scanners open every link.
 */
export default function NewsletterPage() {
  const [search] = useSearchParams();
  const kind = search.has('unsubscribe') ? 'unsubscribe' : 'confirm';
  const token = search.get(kind) ?? '';
  const { text, action, done } = texts[kind];
  const [confirm, confirmation] = servicesApi.useConfirmNewsletterMutation();
  const [unsubscribe, unsubscription] = servicesApi.useUnsubscribeNewsletterMutation();
  const [outcome, setOutcome] = useState<{ isDone: boolean; text: string }>();
  const title = outcome?.isDone ? texts[kind].doneTitle : texts[kind].title;
  usePageTitle(title);

  const decide = async () => {
    const result = await (kind === 'confirm' ? confirm({ token }) : unsubscribe({ token }));
    setOutcome(
      result.error
        ? { isDone: false, text: apiProblem(result.error).message ?? 'Network error' }
        : { isDone: true, text: result.data.message ?? done },
    );
  };

  return (
    <Container page className={`stack ${classes.page}`}>
      <h1>{title}</h1>
      {token === '' ? (
        <Alert tone="bad">This link is not complete. Please open it from the mail once more.</Alert>
      ) : (
        <>
          {outcome ? (
            <Alert tone={outcome.isDone ? 'ok' : 'bad'}>{outcome.text}</Alert>
          ) : (
            <p className="type-lead">{text}</p>
          )}
          {outcome?.isDone ? null : (
            <Button
              onClick={() => void decide()}
              busy={confirmation.isLoading || unsubscription.isLoading}
              busyText={action}
            >
              {action}
            </Button>
          )}
        </>
      )}
      <ButtonLink as={Link} to="/specialoffers" look="line">
        See special offers
      </ButtonLink>
    </Container>
  );
}
