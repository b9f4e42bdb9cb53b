import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Field, NeedsScript, TextInput, takeFocus } from '@kinmel/ui';
import { apiProblem } from '@kinmel/web-kit';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { emailField } from '../../requests/form-fields.rules.ts';
import { servicesApi } from '../../services-api.ts';
import classes from './newsletter-box.module.css';
import { newsletterBox } from './special-offers.content.ts';

const schema = z.object({ email: emailField('Please enter a valid email address') });

/** The answer is the same for every address; a mail asks for confirmation. */
export function NewsletterBox() {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { email: '' },
    resolver: zodResolver(schema),
  });
  const [answer, setAnswer] = useState<string>();
  const [subscribe, { isLoading }] = servicesApi.useSubscribeNewsletterMutation();
  const send = async (fields: { email: string }) => {
    if (isLoading) return;
    const { data, error } = await subscribe(fields);
    if (error) setError('email', { message: apiProblem(error).message ?? 'Network error' });
    else setAnswer(data.message ?? 'Please look into your mailbox.');
  };

  return (
    <section className={classes.box} aria-labelledby="newsletter-title">
      <div>
        <h2 id="newsletter-title">{newsletterBox.title}</h2>
        <p className="above-8">{newsletterBox.text}</p>
      </div>
      {answer ? (
        <output ref={takeFocus} tabIndex={-1} className="type-label">
          {answer}
        </output>
      ) : (
        <form
          className={classes.form}
          method="post"
          onSubmit={(event) => void handleSubmit(send)(event)}
          noValidate
        >
          <NeedsScript />
          <Field
            label="Your email"
            hideLabel
            error={formState.errors.email?.message}
            announceError
            className={classes.field}
          >
            <TextInput
              {...register('email')}
              type="email"
              autoComplete="email"
              placeholder="Your email"
              maxLength={254}
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
