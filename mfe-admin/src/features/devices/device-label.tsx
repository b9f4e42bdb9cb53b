import type { DeviceAnswer } from '@kinmel/contracts';
import { phoneName, phoneVariant } from '@kinmel/contracts/browser';
import { Button } from '@kinmel/ui';
import { createPortal } from 'react-dom';
import { renderSVG } from 'uqr';
import classes from './devices.module.css';

/** The label of a device, the only thing that is printed. Its QR code opens the device. */
export function DeviceLabel({ device }: { device: DeviceAnswer }) {
  const code = renderSVG(`${location.origin}/admin/devices/${device.id}`);
  const label = (
    <div className={`stack gap-16 ${classes.label}`}>
      <img src={`data:image/svg+xml,${encodeURIComponent(code)}`} alt="" width={120} height={120} />
      <p>
        <strong>{phoneName(device)}</strong>
        <br />
        <span>{phoneVariant(device)}</span>
        <br />
        <span>{device.identifiers.map(({ lastFour }) => `…${lastFour}`).join(' ')}</span>
        <br />
        {device.sellRequest.reference}
      </p>
    </div>
  );
  return (
    <>
      {label}
      {/* Printed instead of the page: content that is only covered by the label would still take pages of its own. */}
      {createPortal(
        <div hidden data-print="label" className={classes.printed}>
          {label}
        </div>,
        document.body,
      )}
      <Button look="line" onClick={() => window.print()}>
        Print label
      </Button>
    </>
  );
}
