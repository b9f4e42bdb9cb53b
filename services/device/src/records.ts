/** The type of this service's records, for programs that read the databases of a shop. */
export type { Device } from './devices/device.rules.ts';
