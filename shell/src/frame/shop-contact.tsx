import { useInViewOnce, usePolicyAnswer } from '@kinmel/web-kit';
import { useRef } from 'react';
import classes from './footer.module.css';

type Doubtful = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/**
 * How the shop is reached, as the policy record says. It is asked for when the footer comes near, if the
 * page has not asked already; without an answer the link to the contact page is what there is.
 */
export function ShopContact() {
  const anchor = useRef<HTMLUListElement>(null);
  const { data } = usePolicyAnswer(undefined, { skip: !useInViewOnce(anchor, 400) });
  const policy = (data as { data?: Doubtful } | undefined)?.data;
  const text = (part: string, name: string) => {
    const value = policy?.[part]?.[name];
    return typeof value === 'string' ? value : '';
  };
  const hours = text('support', 'officeHours');
  const email = text('contact', 'email');
  const phone = text('contact', 'phone');
  return (
    <ul ref={anchor} className={classes.contact}>
      {hours ? <li>{hours}</li> : null}
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
