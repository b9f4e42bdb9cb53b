import { Button, Field, NeedsScript, TextInput, takeFocus } from '@kinmel/ui';
import { apiProblem } from '@kinmel/web-kit';
import { type FormEvent, useRef, useState } from 'react';
import { emailShape } from '../../requests/submitted.rules.ts';
import { useSubscribeNewsletterMutation } from '../../services-api.ts';
import classes from './newsletter-box.module.css';
import { newsletterBox } from './special-offers.content.ts';

/** The newsletter box (OFFR-12, decision SIL-07): it says the same for every address, and a mail asks once more. */
export function NewsletterBox() {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [answer, setAnswer] = useState<string>();
  const [subscribe, { isLoading }] = useSubscribeNewsletterMutation();
  const box = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isLoading) return;
    const address = email.trim();
    if (!emailShape.test(address)) {
      setError('Please enter a valid email address');
      box.current?.focus();
      return;
    }
    const result = await subscribe({ email: address });
    if (result.error) {
      setError(apiProblem(result.error).message ?? 'Network error');
      return;
    }
    setAnswer(result.data.message ?? 'Please look into your mailbox.');
    setEmail('');
  };

  return (
    <section className={classes.box} aria-labelledby="newsletter-title">
      <div>
        <h2 id="newsletter-title" className={classes.title}>
          {newsletterBox.title}
        </h2>
        <p className={classes.text}>{newsletterBox.text}</p>
      </div>
      {answer ? (
        <output ref={takeFocus} tabIndex={-1} className={classes.answer}>
          {answer}
        </output>
      ) : (
        <form className={classes.form} method="post" onSubmit={(event) => void submit(event)} noValidate>
          <NeedsScript />
          <Field label="Your email" hideLabel error={error} announceError className={classes.field}>
            <TextInput
              ref={box}
              type="email"
              name="email"
              autoComplete="email"
              placeholder="Your email"
              value={email}
              maxLength={254}
              onChange={(event) => {
                setEmail(event.target.value);
                setError(undefined);
              }}
            />
          </Field>
          <Button type="submit" busy={isLoading} busyText="Subscribe">
            Subscribe
          </Button>
        </form>
      )}
    </section>
  );
}
