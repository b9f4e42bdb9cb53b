/** The content of this service's database, for programs that read the databases of a shop. */
export type { Device } from './devices/device.rules.ts';
