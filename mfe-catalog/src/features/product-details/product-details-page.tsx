import type { Product, ProductSpecs } from '@kinmel/contracts';
import { maxTradeInPrice, tradeInAddress } from '@kinmel/contracts/browser';
import {
  Breadcrumbs,
  ButtonLink,
  Chip,
  Container,
  EmptyState,
  ErrorState,
  Facts,
  Loading,
  PictureTile,
  Price,
  Skeleton,
  StatusChip,
  type StatusTone,
  Tabs,
} from '@kinmel/ui';
import {
  apiProblem,
  formatDate,
  formatPrice,
  Link,
  useInViewOnce,
  usePageTitle,
  usePolicyAnswer,
  useRestOfPage,
  Widget,
} from '@kinmel/web-kit';
import BatteryFull from 'lucide-react/icons/battery-full';
import Camera from 'lucide-react/icons/camera';
import HardDrive from 'lucide-react/icons/hard-drive';
import Maximize from 'lucide-react/icons/maximize';
import Package from 'lucide-react/icons/package';
import ScanSearch from 'lucide-react/icons/scan-search';
import Sparkle from 'lucide-react/icons/sparkle';
import Zap from 'lucide-react/icons/zap';
import { useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { AlertButton } from '../../alerts/alert-button.tsx';
import { catalogApi } from '../../catalog-api.ts';
import { AddToCart } from '../../products/add-to-cart.tsx';
import { OfferPlace } from '../../products/offer/offer-place.tsx';
import { shownPictures } from '../../products/picture/shown-pictures.ts';
import { priceText } from '../../products/price-text.ts';
import { type Saving, savingOf } from '../../products/pricing.rules.ts';
import { categoryLinks, detailLine, isPhone, notSpecified } from '../../products/product-categories.rules.ts';
import { ShopPromises } from '../../products/shop-promises.tsx';
import { WishHeart } from '../../wishlist/heart.tsx';
import { BuyBar } from './buy-bar.tsx';
import { DeviceList } from './devices/device-list.tsx';
import { ToProduct } from './devices/to-product.tsx';
import { type DeviceChoice, useDeviceChoice } from './devices/use-device-choice.ts';
import { Gallery } from './gallery.tsx';
import { type AttachedOffer, isValidId, keyFacts, readOpening, specLabels } from './product-details.rules.ts';
import classes from './product-details-page.module.css';
import { RelatedProducts } from './related-products.tsx';

/** A price younger than this, in seconds, is not requested again when the page opens. */
const freshSeconds = 30;

const factIcons: Record<keyof ProductSpecs, typeof HardDrive> = {
  storage: HardDrive,
  display: Maximize,
  battery: BatteryFull,
  camera: Camera,
  connectivity: Zap,
  features: Sparkle,
  sensors: ScanSearch,
  color: Package,
};

function stockOf({ inStock, lowStockCount }: Product): { tone: StatusTone; text: string } {
  if (!inStock) return { tone: 'mute', text: 'Out of stock' };
  return lowStockCount === null
    ? { tone: 'ok', text: 'In stock' }
    : { tone: 'warn', text: `Only ${lowStockCount} left` };
}

function KeyFacts({ specs }: { specs: ProductSpecs }) {
  const facts = keyFacts(specs);
  if (facts.length === 0) return null;
  return (
    <dl className={`above-16 ${classes.facts}`}>
      {facts.map(({ name, label, value }) => {
        const Icon = factIcons[name];
        return (
          <div key={name} className={classes.fact}>
            <Icon size={22} />
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A link to the sell form, which leads back to this page. */
function TradeIn({ product }: { product: Product }) {
  const { search } = useLocation();
  const maxPrice = maxTradeInPrice(usePolicyAnswer().data);
  if (!isPhone(product)) return null;
  const address = new URLSearchParams(search);
  // The URL lacks the id when the product comes from the navigation state alone.
  address.set('id', product.id);
  return (
    <div className={classes.tradeIn}>
      {maxPrice === undefined ? null : (
        <ButtonLink as={Link} to={tradeInAddress(`/productdetails?${address}`)} look="ghost" size="medium">
          {`Trade in yours: up to ${formatPrice(maxPrice)}`}
        </ButtonLink>
      )}
    </div>
  );
}

interface PurchaseProps {
  choice: DeviceChoice;
  saving: Saving | undefined;
  /** Whether the content below the first view is rendered. */
  isFullPage: boolean;
}

function Purchase({ choice, saving, isFullPage }: PurchaseProps) {
  const { product, shownProduct } = choice;
  const button = useRef<HTMLDivElement>(null);
  const stock = stockOf(product);
  return (
    <div>
      {product.category === 'premiumsmartphones' || product.category === 'galaxyproducts' ? (
        <Chip look="pine">{categoryLinks[product.category].label}</Chip>
      ) : null}
      <h1 className={classes.name}>{product.name}</h1>
      <p className="type-lead">{detailLine(shownProduct)}</p>
      <Price
        look="page"
        className={`above-24 ${classes.price}`}
        price={priceText(shownProduct)}
        oldPrice={saving && formatPrice(saving.originalPrice)}
        saving={saving && `You save ${formatPrice(saving.amount)} (${saving.percent}%)`}
      />
      <StatusChip tone={stock.tone} bare className={`above-16 ${classes.stock}`}>
        {stock.text}
      </StatusChip>
      <DeviceList choice={choice} />
      <div ref={button} className={`stack gap-12 ${classes.buy}`}>
        <div className={classes.buyButton}>
          <AddToCart product={shownProduct} look="buy" />
        </div>
        <WishHeart product={product} look="buy" />
      </div>
      {isFullPage ? (
        <>
          <AlertButton about={product} look="button" />
          <TradeIn product={product} />
          <OfferPlace productIds={[product.id]} />
          <KeyFacts specs={shownProduct.specs} />
          <div className={`above-20 ${classes.promises}`}>
            <ShopPromises show={['shipping', 'returns', 'payments']} look="list" />
          </div>
          <BuyBar product={shownProduct} saving={saving} button={button} />
        </>
      ) : null}
    </div>
  );
}

function OfferPanel({ offer }: { offer: AttachedOffer }) {
  const validUntil = offer.validUntil ? formatDate(offer.validUntil, 'long') : '';
  return (
    <div className={`stack gap-8 ${classes.offer}`}>
      <h2 className="type-block">{offer.title}</h2>
      {offer.discountPercentage === undefined ? null : <p>{`${offer.discountPercentage}% off`}</p>}
      {offer.description ? <p>{offer.description}</p> : null}
      {offer.promoCode ? (
        <p>
          Promo code <strong>{offer.promoCode}</strong>
        </p>
      ) : null}
      {validUntil ? <p>{`Valid until ${validUntil}`}</p> : null}
    </div>
  );
}

const missingText = <span className={`quiet ${classes.missing}`}>{notSpecified}</span>;

/** All specifications beside another picture of the product. */
function Specifications({ product }: { product: Product }) {
  const picture = shownPictures(product)[1];
  const facts = [
    ['Brand', product.brand] as const,
    ...specLabels.map(([name, label]) => [label, product.specs[name]] as const),
  ].map(([label, value]) => [label, value || missingText] as const);
  return (
    <div className={classes.columns}>
      <Facts facts={facts} look="rows" className={classes.specs} />
      {picture ? (
        <PictureTile
          className={classes.view}
          sources={picture.sourcesFor('520px')}
          sizes="520px"
          alt={picture.alt}
          ground={picture.ground}
        />
      ) : null}
    </div>
  );
}

function Details({ product, offer }: { product: Product; offer: AttachedOffer | undefined }) {
  const tabs = [
    {
      value: 'description',
      label: 'Description',
      content: <p className={classes.description}>{product.description || 'No description yet.'}</p>,
    },
    {
      value: 'specifications',
      label: 'Specifications',
      content: <Specifications product={product} />,
    },
    ...(offer ? [{ value: 'offer', label: 'Special Offer', content: <OfferPanel offer={offer} /> }] : []),
  ];
  return <Tabs label="About this product" tabs={tabs} className={classes.tabs} />;
}

/** Links of mfe-services to services for this product, loaded when they come near the viewport. */
function ServicePlace({ product }: { product: Product }) {
  const anchor = useRef<HTMLDivElement>(null);
  const isNear = useInViewOnce(anchor, 300);
  if (!isPhone(product) && product.category !== 'laptop') return null;
  return (
    <div ref={anchor} className={classes.services}>
      {isNear ? <Widget name="mfe-services/service-links" whenMissing="nothing" product={product} /> : null}
    </div>
  );
}

function ProductView({ product, offer }: { product: Product; offer: AttachedOffer | undefined }) {
  usePageTitle(product.name);
  const isFullPage = useRestOfPage();
  const choice = useDeviceChoice(product);
  const { shownProduct } = choice;
  const saving = savingOf({ ...product, price: shownProduct.price });
  const { label, to } = categoryLinks[product.category];
  return (
    <>
      <Container className={classes.page}>
        <Breadcrumbs
          link={Link}
          items={[{ label: 'Home', to: '/' }, { label, to }, { label: product.name }]}
          className={classes.crumbs}
        />
        <div className={classes.columns}>
          <Gallery
            key={shownProduct.id}
            product={shownProduct}
            savingPercent={saving?.percent}
            showsAllPictures={isFullPage}
          />
          <Purchase choice={choice} saving={saving} isFullPage={isFullPage} />
        </div>
        {isFullPage ? (
          <>
            <Details product={shownProduct} offer={offer} />
            <ServicePlace product={product} />
          </>
        ) : (
          <div className={classes.rest} />
        )}
      </Container>
      {isFullPage ? <RelatedProducts product={product} /> : null}
    </>
  );
}

function ProductSkeleton() {
  usePageTitle('Product');
  return (
    <Container className={classes.page}>
      <Loading>
        <Skeleton form="text" width="16em" className={classes.skeletonCrumbs} />
        <div className={classes.columns}>
          <div className={classes.skeletonStage}>
            <Skeleton form="tile" />
          </div>
          <div className="stack gap-16">
            <Skeleton height={52} width="70%" />
            <Skeleton height={28} width="45%" />
            <Skeleton height={44} width="60%" />
            <Skeleton height={26} width="50%" />
            <Skeleton height={56} />
            <Skeleton height={160} />
          </div>
        </div>
      </Loading>
    </Container>
  );
}

const nextLinks = (
  <ButtonLink as={Link} to="/categories" size="medium">
    Browse categories
  </ButtonLink>
);

/** `/productdetails?id=`: one product, from the navigation state at once and then from the server. */
export default function ProductDetailsPage() {
  const { state, search } = useLocation();
  const { id, product: productInState, offer } = readOpening(state, new URLSearchParams(search));
  const hasValidId = isValidId(id);
  const isFirstViewShown = useRestOfPage();
  const request = catalogApi.useGetCatalogProductQuery(id ?? '', {
    // The first view shows the navigation state; the link's preload has already sent the request.
    skip: !hasValidId || (productInState !== undefined && !isFirstViewShown),
    refetchOnMountOrArgChange: freshSeconds,
  });
  const problem = request.error === undefined ? undefined : apiProblem(request.error);
  const isNotFound = problem?.status === 404 || problem?.status === 400;
  const product = isNotFound ? undefined : (request.currentData ?? productInState);

  if (product?.device) {
    return (
      <>
        <ToProduct id={product.id} device={product.device} />
        <ProductSkeleton />
      </>
    );
  }
  if (product) return <ProductView key={product.id} product={product} offer={offer} />;
  if (!hasValidId || isNotFound) return <NotFound />;
  if (problem) {
    return (
      <Container className={classes.page}>
        <h1 className={classes.message}>Product</h1>
        <ErrorState text="Failed to load the product. Please try again." request={request} />
        <p className={classes.after}>{nextLinks}</p>
      </Container>
    );
  }
  return <ProductSkeleton />;
}

function NotFound() {
  usePageTitle('Product not found');
  return (
    <Container className={classes.page}>
      <h1 className={classes.message}>Product not found</h1>
      <EmptyState
        text="This product is not in the shop."
        detail="It may have been sold for good, or the address is not complete."
        actions={nextLinks}
      />
    </Container>
  );
}
