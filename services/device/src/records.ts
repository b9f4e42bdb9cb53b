/** What its database holds, for programs that read the databases of a shop. */
export type { Device } from './devices/device.rules.ts';
