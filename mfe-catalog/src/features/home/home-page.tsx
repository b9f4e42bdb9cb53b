import { ArtPicture, ButtonLink, Container, Mark, Section, upTo } from '@kinmel/ui';
import { findPage, formatAmount, Link, usePageTitle } from '@kinmel/web-kit';
import ArrowRight from 'lucide-react/icons/arrow-right';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { Fragment } from 'react';
import { heroArt, sellArt } from '../../art/art.ts';
import tile from '../../art/art-tile.module.css';
import { catalogApi } from '../../catalog-api.ts';
import { OfferPlace } from '../../products/offer/offer-place.tsx';
import { ShopPromises } from '../../products/shop-promises.tsx';
import { ChatPlace } from './chat-place.tsx';
import {
  buySellSave,
  galaxyList,
  hero,
  multiBuyOffer,
  notOpenYet,
  premiumList,
  reasons,
  sellCall,
  services,
} from './home.content.ts';
import classes from './home-page.module.css';
import { RangeList } from './range-list.tsx';

/** Whether the page that a claim needs exists in this shop. */
const isAvailable = ({ needs }: { readonly needs?: string }) => needs === undefined || hasPage(needs);
const hasPage = (path: string) => findPage(path) !== undefined;
const maxShownReasons = 4;

/** Width of the hero picture; `remote.json` has the same value for its preload. */
export const heroSizes = `${upTo('phone')} 106vw, ${upTo('laptop')} 52vw, 756px`;

function Hero() {
  const sentence = hero.sentences
    .filter(isAvailable)
    .map(({ text }) => text)
    .join(' ');
  return (
    <section className={classes.hero} data-ground="pine" aria-labelledby="hero-title">
      <Mark look="tone" className={classes.heroMark} />
      <Container className={classes.heroInside}>
        <div className={classes.heroWords}>
          <h1 id="hero-title" className={classes.heroTitle}>
            {hero.title}
          </h1>
          <p className={`above-24 ${classes.heroSentence}`}>{sentence}</p>
          <div className={`row ${classes.heroActions}`}>
            <ButtonLink as={Link} to="/categories" look="buy" size="large" className={classes.shopNow}>
              Shop Now
              <ArrowRight />
            </ButtonLink>
            <Link to="/sellyourphone" className={classes.quietLink}>
              Sell your phone
            </Link>
          </div>
        </div>
        <div className={classes.heroArt}>
          <ArtPicture art={heroArt} sizes={heroSizes} priority />
        </div>
      </Container>
    </section>
  );
}

/** A title without line breaks at hyphens. */
function UnbrokenTitle({ text }: { text: string }) {
  return text.split(' ').map((word, position) => (
    // The words of a title never change their order.
    <Fragment key={`${position} ${word}`}>
      {position > 0 ? ' ' : null}
      <span className="nowrap">{word}</span>
    </Fragment>
  ));
}

function WhyUs() {
  return (
    <section className={classes.whyUs} aria-labelledby="why-us">
      <Container>
        <h2 id="why-us">Why us</h2>
        <ul className={classes.reasons}>
          {reasons
            .filter(isAvailable)
            .slice(0, maxShownReasons)
            .map(({ icon: Icon, title, text }) => (
              <li key={title} className={classes.reason}>
                <Icon />
                <div>
                  <h3 className={`above-20 ${classes.reasonTitle}`}>{title}</h3>
                  <p className={`quiet ${classes.reasonText}`}>{text}</p>
                </div>
              </li>
            ))}
        </ul>
      </Container>
    </section>
  );
}

function MultiBuyOffer() {
  const { data: galaxyProducts } = catalogApi.useListRangeQuery(galaxyList.range);
  return (
    <section className={classes.multiBuy} aria-labelledby="multi-buy">
      <div className={classes.band}>
        <span className={classes.bandMark} />
        <div className={classes.bandWords}>
          <h2 id="multi-buy">{multiBuyOffer.title}</h2>
          <p className={classes.bandSentence}>{multiBuyOffer.sentence}</p>
        </div>
        <p className={classes.bandSale}>{multiBuyOffer.banner}</p>
      </div>
      <div className={classes.multiBuyOffer}>
        <OfferPlace productIds={galaxyProducts?.products.map(({ id }) => id) ?? []} />
      </div>
      <RangeList list={galaxyList}>
        {(list, toggle) => (
          <>
            {list}
            {toggle ? <div className={classes.viewAll}>{toggle}</div> : null}
          </>
        )}
      </RangeList>
    </section>
  );
}

function Services() {
  return (
    <Section id="services" title="Services">
      <ul className={classes.serviceGrid}>
        {services.map(({ icon: Icon, name, text, to }) => (
          <li key={name}>
            <Link to={to} className={classes.service}>
              <Icon className={classes.serviceIcon} />
              <ArrowUpRight className={classes.serviceArrow} />
              <span className={classes.serviceName}>{name}</span>
              <span className={`quiet ${classes.serviceText}`}>{hasPage(to) ? text : notOpenYet}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function SellCall() {
  return (
    <section className={classes.sell} aria-labelledby="sell-now">
      <Container className={classes.sellInside}>
        <div>
          <h2 id="sell-now" className="type-page">
            {sellCall.title}
          </h2>
          <p className={classes.sellText}>
            {hasPage('/sellyourphone') ? sellCall.text : sellCall.notOpenYet}
          </p>
          <ButtonLink as={Link} to="/sellyourphone" look="solid" size="large">
            Sell Now
          </ButtonLink>
        </div>
        <div className={classes.sellArt}>
          <ArtPicture art={sellArt} sizes={`${upTo('phone')} 100vw, 800px`} />
        </div>
      </Container>
    </section>
  );
}

function BuySellSave() {
  return (
    <Section title="Buy + Sell + Save">
      <ul className={classes.saveTiles}>
        {buySellSave.map(({ art, name, listings, sellers, to }) => (
          <li key={name}>
            <Link to={to} className={`${tile.tile} ${classes.saveTile}`}>
              <span className="type-block">{name}</span>
              <span className={classes.saveFigures}>{`${formatAmount(listings)} listings`}</span>
              <span className={classes.saveFigures}>{`${formatAmount(sellers)} sellers`}</span>
              <ArrowRight className={tile.arrow} />
              <ArtPicture
                art={art}
                sizes={`${upTo('phone')} 180px, 270px`}
                className={`${tile.art} ${classes.saveArt}`}
              />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** `/`: introduction, the two product lists, and links to buy, sell and repair. */
export default function HomePage() {
  usePageTitle('');
  return (
    <>
      <Hero />
      <ShopPromises show={['returns', 'repair', 'shipping', 'support']} look="row" />
      <RangeList list={premiumList}>
        {(list, toggle) => (
          <Section
            title={<UnbrokenTitle text={premiumList.title} />}
            lead={premiumList.sentence}
            action={toggle}
          >
            {list}
          </Section>
        )}
      </RangeList>
      <WhyUs />
      <MultiBuyOffer />
      <Services />
      <SellCall />
      <BuySellSave />
      <ChatPlace />
    </>
  );
}
