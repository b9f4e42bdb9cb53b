import { Container, Skeleton } from '@kinmel/ui';
import { usePageTitle } from '@kinmel/web-kit';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { PageHead } from '../../layout/page-head.tsx';
import type { ShopPolicy } from '../../policy/shop-policy.ts';
import { WithPolicy } from '../../policy/with-policy.tsx';
import classes from './contact-page.module.css';
import { contact, mapAddress } from './information.content.ts';
import { MapPicture } from './map-picture.tsx';

/** `/contact`: address, hours and map of the shop, from the policy record. */
export default function ContactPage() {
  usePageTitle(contact.title);
  return (
    <Container page className={classes.page}>
      <div className={classes.head}>
        <PageHead title={contact.title} lead={contact.lead} />
      </div>
      <WithPolicy
        className="wide"
        failureText="How we are reached could not be loaded. Please try again."
        skeleton={<Skeleton height={440} />}
      >
        {(policy) => (
          <>
            <ContactDetails {...policy} />
            <MapSection address={policy.contact.address} />
            <SocialLinks {...policy} />
          </>
        )}
      </WithPolicy>
    </Container>
  );
}

const MapSection = ({ address }: { address: string }) => (
  <section aria-labelledby="map" className={`stack gap-20 ${classes.place}`}>
    <h2 id="map" className="type-block">
      {contact.mapTitle}
    </h2>
    <figure className={classes.map}>
      <MapPicture />
      <figcaption>{address}</figcaption>
    </figure>
    <p>
      <a href={mapAddress(address)} target="_blank" rel="noreferrer" className={classes.away}>
        {contact.mapLink}
        <ArrowUpRight size={18} />
      </a>
      <span className="type-detail">{contact.mapHint}</span>
    </p>
  </section>
);

function SocialLinks({ social }: ShopPolicy) {
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
              <ArrowUpRight size={18} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ContactDetails({ contact: { address, email, phone }, support }: ShopPolicy) {
  return (
    <section aria-labelledby="ways" className={classes.reach}>
      <h2 id="ways" className="type-block">
        {contact.waysTitle}
      </h2>
      <dl className={classes.facts}>
        <dt>Address</dt>
        <dd>{address}</dd>
        <dt>Email</dt>
        <dd>
          <a href={`mailto:${email}`}>{email}</a>
        </dd>
        <dt>Phone</dt>
        <dd>
          <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
        </dd>
        <dt>Office hours</dt>
        <dd>{support.officeHours}</dd>
      </dl>
    </section>
  );
}
