import sharp from 'sharp';

export const grades = [
  { grade: 'A', minBatteryHealthPercent: 90, maxWear: 'none' },
  { grade: 'B', minBatteryHealthPercent: 80, maxWear: 'light' },
  { grade: 'C', minBatteryHealthPercent: 1, maxWear: 'visible' },
] as const;

export const aChecklist = {
  screen: 'light',
  body: 'none',
  batteryHealthPercent: 88,
  doButtonsWork: true,
  doCamerasWork: true,
  doesNetworkWork: true,
} as const;

export const imei = '356938035643809';
export const otherImei = '490154203237518';
export const sellRequestId = '6600000000000000000000d1';
export const otherSellRequestId = '6600000000000000000000d2';

export const aPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 6, channels: 3, background: '#884422' } })
    .png()
    .toBuffer();
