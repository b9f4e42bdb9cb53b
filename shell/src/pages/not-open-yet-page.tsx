import { ButtonLink, EmptyState } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { shopContact } from '../content/shop-contact.ts';
import { OwnPage } from './own-page.tsx';

const { email, phone, hours } = shopContact;

/** A page that the shop promises and that no remote has yet: no Retry could bring it, so it leads on. */
export function NotOpenYetPage({ title }: { title: string }) {
  return (
    <OwnPage title={title}>
      <EmptyState
        text="This part of the shop is not open yet."
        detail={
          <>
            Until then we help by mail and phone, {hours}.
            <br />
            <a href={`mailto:${email}`}>{email}</a>
            <br />
            <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
          </>
        }
        actions={
          <>
            <ButtonLink as={Link} to="/">
              Home
            </ButtonLink>
            <ButtonLink as={Link} to="/smartphone" look="line">
              Smartphones
            </ButtonLink>
            <ButtonLink as={Link} to="/specialoffers" look="line">
              Special offers
            </ButtonLink>
          </>
        }
      />
    </OwnPage>
  );
}
