import { Container, ErrorState, Loading, Skeleton } from '@kinmel/ui';
import { usePageTitle } from '@kinmel/web-kit';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { useGetShopPolicyQuery } from '../../policy/policy-api.ts';
import type { ShopPolicy } from '../../policy/shop-policy.rules.ts';
import classes from './contact-page.module.css';
import { contact, mapAddress } from './information.content.ts';
import { MapPicture } from './map-picture.tsx';

/** `/contact`: how the shop is reached, as the policy record says, and where it is. */
export default function ContactPage() {
  usePageTitle(contact.title);
  return (
    <Container className={classes.page}>
      <header className={classes.head}>
        <h1>{contact.title}</h1>
        <p className={classes.lead}>{contact.lead}</p>
      </header>
      <Reach />
    </Container>
  );
}

function Reach() {
  const { data: policy, error, isFetching, refetch } = useGetShopPolicyQuery();
  if (policy === undefined && error !== undefined) {
    return (
      <ErrorState
        className={classes.whole}
        text="How we are reached could not be loaded. Please try again."
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  if (policy === undefined) {
    return (
      <Loading className={classes.whole}>
        <Skeleton height={440} />
      </Loading>
    );
  }
  return (
    <>
      <Ways {...policy} />
      <section aria-labelledby="map" className={classes.place}>
        <h2 id="map" className="type-block">
          {contact.mapTitle}
        </h2>
        <figure className={classes.map}>
          <MapPicture />
          <figcaption>{policy.contact.address}</figcaption>
        </figure>
        <p>
          <a
            href={mapAddress(policy.contact.address)}
            target="_blank"
            rel="noreferrer"
            className={classes.away}
          >
            {contact.mapLink}
            <ArrowUpRight aria-hidden="true" />
          </a>
          <span className={classes.hint}>{contact.mapHint}</span>
        </p>
      </section>
      <Social {...policy} />
    </>
  );
}

function Social({ social }: ShopPolicy) {
  if (social.length === 0) return null;
  return (
    <section aria-labelledby="social" className={classes.social}>
      <h2 id="social" className="type-block">
        {contact.socialTitle}
      </h2>
      <ul>
        {social.map(({ name, address }) => (
          <li key={name}>
            <a href={address} rel="noreferrer" className={classes.away}>
              {name}
              <ArrowUpRight aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ways({ contact: { address, email, phone }, support }: ShopPolicy) {
  return (
    <section aria-labelledby="ways" className={classes.reach}>
      <h2 id="ways" className="type-block">
        {contact.waysTitle}
      </h2>
      <dl className={classes.facts}>
        <div>
          <dt>Address</dt>
          <dd>{address}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd>
            <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
          </dd>
        </div>
        <div>
          <dt>Hours</dt>
          <dd>{support.officeHours}</dd>
        </div>
      </dl>
    </section>
  );
}
