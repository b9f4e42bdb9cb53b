import { ArtPicture, artOf, Mark, upTo } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import iphoneAvif360 from '../../art/iphone-trio-360.avif';
import iphoneWebp360 from '../../art/iphone-trio-360.webp';
import iphoneAvif720 from '../../art/iphone-trio-720.avif';
import iphoneWebp720 from '../../art/iphone-trio-720.webp';
import { regionOf, useGetShopPolicyQuery } from '../../policy/shop-policy.ts';
import classes from './offer-banners.module.css';
import { iphoneBanner, regionalBanner } from './special-offers.content.ts';

const iphones = artOf([360, 720], [iphoneAvif360, iphoneAvif720], [iphoneWebp360, iphoneWebp720], 540);
const sizes = `${upTo('phone')} 180px, 360px`;

export function OfferBanners() {
  const { data: policy } = useGetShopPolicyQuery();
  return (
    <div className={classes.banners}>
      <section className={classes.regional} data-ground="pine" aria-labelledby="regional-banner">
        <Mark look="tone" className={classes.mark} />
        <div className={classes.words}>
          <h2 id="regional-banner" className={classes.title}>
            {regionalBanner.title}
          </h2>
          <p className={`above-12 ${classes.text}`}>{regionalBanner.text(policy && regionOf(policy))}</p>
          <Link to={regionalBanner.to} className={classes.link}>
            {regionalBanner.link}
          </Link>
        </div>
      </section>
      <section className={classes.iphone} aria-labelledby="iphone-banner">
        <div className={classes.words}>
          <h2 id="iphone-banner" className={classes.title}>
            {iphoneBanner.title}
          </h2>
          <p className={`above-12 ${classes.text}`}>{iphoneBanner.text}</p>
          <Link to={iphoneBanner.to} className={classes.link}>
            {iphoneBanner.link}
          </Link>
        </div>
        <ArtPicture art={iphones} sizes={sizes} priority className={classes.art} />
      </section>
    </div>
  );
}
