import type { DeviceAnswer } from '@kinmel/contracts';
import { Button } from '@kinmel/ui';
import { encode } from 'uqr';
import { phoneName } from '../../requests/phone-name.ts';
import classes from './devices.module.css';

/** The dark squares of a QR code as an SVG path of unit squares. */
const pathOf = (squares: readonly (readonly boolean[])[]) =>
  squares.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');

/** The label of a device, which alone is printed. Its QR code opens the device. */
export function DeviceLabel({ device }: { device: DeviceAnswer }) {
  const { size, data } = encode(`${location.origin}/admin/devices/${device.id}`);
  return (
    <>
      <div className={classes.label}>
        <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
          <path d={pathOf(data)} />
        </svg>
        <p>
          <strong>{phoneName(device)}</strong>
          <br />
          {device.storage} GB, {device.color}
          <br />
          {device.identifiers.map(({ lastFour }) => `…${lastFour}`).join(' ')}
          <br />
          {device.sellRequest.reference}
        </p>
      </div>
      <Button look="line" onClick={() => window.print()}>
        Print label
      </Button>
    </>
  );
}
