import { useInViewOnce, usePolicyAnswer } from '@kinmel/web-kit';
import { useRef } from 'react';
import * as z from 'zod/mini';
import classes from './footer.module.css';

const text = z.catch(z.string(), '');
const contactAnswer = z.object({
  data: z.object({
    support: z.catch(z.object({ officeHours: text }), { officeHours: '' }),
    contact: z.catch(z.object({ email: text, phone: text }), { email: '', phone: '' }),
  }),
});

/**
 * The shop's contact from the policy record, requested when the footer comes near the viewport unless the page has it;
 * without an answer, the link to the contact page is shown.
 */
export function ShopContact() {
  const anchor = useRef<HTMLUListElement>(null);
  const { data } = usePolicyAnswer(undefined, { skip: !useInViewOnce(anchor, 400) });
  const policy = contactAnswer.safeParse(data).data?.data;
  const hours = policy?.support.officeHours;
  const { email, phone } = policy?.contact ?? {};
  return (
    <ul ref={anchor} className={`above-12 figures ${classes.contact}`}>
      {hours ? <li>{`Office hours: ${hours}`}</li> : null}
      {email ? (
        <li>
          <a href={`mailto:${email}`}>{email}</a>
        </li>
      ) : null}
      {phone ? (
        <li>
          <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
        </li>
      ) : null}
    </ul>
  );
}
