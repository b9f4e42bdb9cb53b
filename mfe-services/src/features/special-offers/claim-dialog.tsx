import type { Offer } from '@kinmel/contracts';
import { Button, Dialog, Price, takeFocus, upTo } from '@kinmel/ui';
import { formatPrice, toast, Widget } from '@kinmel/web-kit';
import Copy from 'lucide-react/icons/copy';
import Gift from 'lucide-react/icons/gift';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { validityText } from '../../offers/live-offers.ts';
import { priceOf, sellsGoods, stepsOf } from '../../offers/offer.rules.ts';
import { OfferPicture } from '../../offers/offer-picture.tsx';
import { servicesApi } from '../../services-api.ts';
import classes from './claim-dialog.module.css';

const toCartAfterMs = 2000;
const sizes = `${upTo('phone')} 160px, 360px`;

export function ClaimDialog({ offer, onClose }: { offer: Offer | undefined; onClose: () => void }) {
  const navigate = useNavigate();
  const [isAdded, setAdded] = useState(false);
  // Closing the dialog cancels the redirect.
  if (isAdded && offer === undefined) setAdded(false);
  useEffect(() => {
    if (!isAdded) return;
    const timer = setTimeout(() => void navigate('/cart'), toCartAfterMs);
    return () => clearTimeout(timer);
  }, [isAdded, navigate]);

  return (
    <Dialog
      open={offer !== undefined}
      onClose={onClose}
      title={offer?.title ?? ''}
      size="wide"
      className={classes.dialog}
    >
      {offer ? (
        <ClaimedOffer offer={offer} isAdded={isAdded} onAdded={() => setAdded(true)} onClose={onClose} />
      ) : null}
    </Dialog>
  );
}

interface ClaimedOfferProps {
  offer: Offer;
  isAdded: boolean;
  onAdded: () => void;
  onClose: () => void;
}

function ClaimedOffer({ offer, isAdded, onAdded, onClose }: ClaimedOfferProps) {
  const [target = ''] = offer.targetProducts;
  const { data: product, isFetching } = servicesApi.useGetOfferedProductQuery(target, {
    skip: target === '',
  });
  const price = priceOf(offer);
  const { name, giftItem } = offer.productDetails;
  const goods = name || product?.name;
  return (
    <div className={classes.columns}>
      <OfferPicture className={classes.tile} offer={offer} product={product} sizes={sizes} />
      <div className={classes.words}>
        <p className="quiet">{`${goods ? `${goods}. ` : ''}${validityText(offer)}.`}</p>
        {price ? (
          <Price
            look="page"
            price={formatPrice(price.price)}
            oldPrice={price.oldPrice === null ? undefined : formatPrice(price.oldPrice)}
          />
        ) : null}
        {giftItem ? (
          <p className="line gap-8 type-label">
            <Gift size={20} />
            <span>{`With ${giftItem}`}</span>
          </p>
        ) : null}
        {offer.promoCode ? <PromoCode code={offer.promoCode} /> : null}
        <h3 className="type-label">How to redeem</h3>
        <ol className={`stack gap-8 ${classes.steps}`}>
          {stepsOf(offer).map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <div className={`buttons ${classes.actions}`}>
          {!sellsGoods(offer) ? null : isAdded ? (
            <output ref={takeFocus} tabIndex={-1} className={classes.added}>
              Added. Taking you to your cart …
            </output>
          ) : (
            <Widget
              name="mfe-cart-checkout/add-with-offer"
              offer={offer}
              product={isFetching ? null : (product ?? null)}
              onAdded={onAdded}
              placeholder={
                <Button look="buy" busy busyText="Add to Cart with Offer">
                  Add to Cart with Offer
                </Button>
              }
            />
          )}
          <Button look={sellsGoods(offer) ? 'line' : 'solid'} onClick={onClose}>
            Continue Shopping
          </Button>
        </div>
      </div>
    </div>
  );
}

function PromoCode({ code }: { code: string }) {
  const text = useRef<HTMLElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      toast.success('Promo code copied to clipboard!');
    } catch {
      // Selects the code, so that it can be copied by hand.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      toast.error('Failed to copy promo code');
    }
  };
  return (
    <div className={`line gap-16 ${classes.code}`}>
      <p>
        <span className={`type-detail ${classes.codeLabel}`}>Promo code</span>
        <strong ref={text} className={`anywhere type-block ${classes.codeText}`}>
          {code}
        </strong>
      </p>
      <Button look="line" size="medium" onClick={() => void copy()}>
        <Copy />
        Copy
      </Button>
    </div>
  );
}
