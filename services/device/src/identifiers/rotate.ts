import { keySchema, runSeed, serviceConfigShape } from '@kinmel/service-kit';
import { z } from 'zod';
import { deviceModels } from '../context.ts';
import { changeDeviceKey } from './change-device-key.ts';

// `npm run rotate-keys -- device`: DEVICE_KEY is the new key, DEVICE_KEY_OTHER the old one.
const configSchema = z.object({ ...serviceConfigShape, DEVICE_KEY: keySchema, DEVICE_KEY_OTHER: keySchema });

await runSeed('device', configSchema, deviceModels, async ({ config, connection }) => {
  const count = await changeDeviceKey(connection, config.DEVICE_KEY, config.DEVICE_KEY_OTHER);
  return `${count} devices and sell requests are encrypted with the new DEVICE_KEY.`;
});
