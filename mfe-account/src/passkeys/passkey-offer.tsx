import { Alert, Button, ButtonLink } from '@kinmel/ui';
import { Link, storedValue } from '@kinmel/web-kit';
import { useEffect, useState } from 'react';
import { passkeysApi } from '../features/profile/access/passkeys-api.ts';
import classes from './passkey-offer.module.css';

const hiddenDays = 90;

const hiddenUntil = storedValue({
  key: 'kinmel:passkey-offer-quiet-until',
  parse: (raw) => (typeof raw === 'number' ? raw : undefined),
  empty: 0,
});

interface PasskeyOfferProps {
  hidden: boolean;
  /** Must move the focus, because the focused button is removed. */
  onDismiss: () => void;
}

/**
 * Offers a passkey to an account that has none, where this device can hold one: a security key or another phone would
 * be too much effort while shopping. "Not now" is stored in this browser.
 */
export default function PasskeyOffer({ hidden, onDismiss }: PasskeyOfferProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = passkeysApi.useListPasskeysQuery(undefined, { skip: !isOpen });
  useEffect(() => {
    if (hiddenUntil.read() > Date.now() || !('PublicKeyCredential' in window)) return;
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().then(setOpen, () => {});
  }, []);
  if (!isOpen || data?.passkeys.length !== 0) return null;
  const dismiss = () => {
    hiddenUntil.write(Date.now() + hiddenDays * 86_400_000);
    setOpen(false);
    onDismiss();
  };
  return (
    <div className={classes.offer} hidden={hidden}>
      <Alert tone="info">
        <p>
          Next time, sign in without a password: with your fingerprint, your face or the lock of this device.
        </p>
        <p className="row gap-12 above-12">
          <ButtonLink as={Link} to="/profile#passkeys" size="small" onClick={() => setOpen(false)}>
            Add a passkey
          </ButtonLink>
          <Button look="line" size="small" onClick={dismiss}>
            Not now
          </Button>
        </p>
      </Alert>
    </div>
  );
}
