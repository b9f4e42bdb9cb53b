import { ButtonLink, EmptyState } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import { OwnPage } from './own-page.tsx';

/** A page that the shop promises and that no remote has yet: no Retry could bring it, so it leads on. */
export function NotOpenYetPage({ title }: { title: string }) {
  return (
    <OwnPage title={title}>
      <EmptyState
        text="This part of the shop is not open yet."
        detail="Until then we help by mail and phone."
        actions={
          <>
            <ButtonLink as={Link} to="/contact">
              Contact us
            </ButtonLink>
            <ButtonLink as={Link} to="/" look="line">
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
