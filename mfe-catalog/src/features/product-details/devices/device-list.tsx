import { gradeText } from '@kinmel/contracts/browser';
import { Alert, Button, RequestState, Skeleton } from '@kinmel/ui';
import { formatPrice, Link } from '@kinmel/web-kit';
import { useState } from 'react';
import { ProductPicture } from '../../../products/picture/product-picture.tsx';
import { detailLine } from '../../../products/product-categories.rules.ts';
import classes from './device-list.module.css';
import type { DeviceChoice } from './use-device-choice.ts';

/** The number of devices shown before "Show all": the button to buy is below them. */
const initialCount = 4;

function Devices({ devices, shownProduct: chosen, choose }: DeviceChoice) {
  const [showsAll, setShowsAll] = useState(false);
  const visibleDevices =
    devices?.filter(({ id }, index) => showsAll || index < initialCount || id === chosen.id) ?? [];
  const hidden = (devices?.length ?? 0) - visibleDevices.length;
  if (visibleDevices.length === 0) return null;
  return (
    <fieldset className="stack gap-12 above-20">
      <legend className={`type-strong ${classes.legend}`}>Choose your phone</legend>
      {visibleDevices.map((product) => {
        const { id, price, device } = product;
        return (
          <div key={id} className={`choice-card ${classes.device}`}>
            <label className={classes.label}>
              <input
                type="radio"
                name="device"
                value={id}
                checked={id === chosen.id}
                className="choice-dot"
                onChange={() => choose(id)}
              />
              <ProductPicture product={product} alt="" sizes="72px" className={classes.picture} />
              <span className={`anywhere ${classes.words}`}>
                <span className="type-label">{`Grade ${gradeText(device.grade)}`}</span>{' '}
                <span className="type-detail">{detailLine(product)}</span>{' '}
                <span className="type-detail">{`Battery ${device.batteryHealthPercent}%`}</span>
              </span>{' '}
              <span className={`nowrap ${classes.price}`}>{formatPrice(price)}</span>
            </label>
            <Link
              to={device.passportLink}
              className={`type-small ${classes.passport}`}
              aria-label={`Passport of the phone of grade ${device.grade} for ${formatPrice(price)}`}
            >
              Passport
            </Link>
          </div>
        );
      })}
      {hidden > 0 ? (
        <Button look="line" size="medium" fullWidth onClick={() => setShowsAll(true)}>
          {`Show ${hidden} more`}
        </Button>
      ) : null}
    </fieldset>
  );
}

/** "Choose your phone": the devices of a product, one of which is chosen. */
export function DeviceList({ choice }: { choice: DeviceChoice }) {
  const { product, devices, request, isSold } = choice;
  if (!product.hasDevices) return null;
  if (!devices) {
    return (
      <RequestState
        request={request}
        text="Failed to load the phones. Please try again."
        className="stack gap-12 above-20"
      >
        <Skeleton height={124 * Math.min(product.lowStockCount ?? Infinity, initialCount + 1)} />
      </RequestState>
    );
  }
  return (
    <>
      {isSold ? (
        <Alert tone="warn" role="alert" className="above-20">
          {`The phone that you chose is sold.${devices.length > 0 ? ' Please choose another one.' : ''}`}
        </Alert>
      ) : null}
      <Devices {...choice} />
    </>
  );
}
