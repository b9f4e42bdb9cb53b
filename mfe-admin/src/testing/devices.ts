import type { DeviceAnswer } from '@kinmel/contracts';
import { npr } from '@kinmel/testing/page';
import { sampleChecklist } from '@kinmel/testing/samples';
import { requestId } from './requests.ts';

const at = '2026-11-21T06:00:00.000Z';

/** A device that has just been received and awaits inspection. */
export const aDevice = (changes: Partial<DeviceAnswer> = {}): DeviceAnswer => ({
  id: requestId(0xde71ce),
  brand: 'apple',
  model: 'iPhone 12',
  storage: '128',
  color: 'blue',
  identifiers: [{ kind: 'imei', lastFour: '4321' }],
  blocklist: 'clean',
  place: 'received',
  usualSteps: [],
  sellRequest: { id: requestId(0xf3a91c), reference: 'f3a91c' },
  purchase: 'to-inspect',
  inspection: null,
  photos: [],
  parts: [],
  cost: npr(0),
  sale: null,
  warrantyUntil: null,
  passportLink: `/passport/${'p'.repeat(22)}`,
  history: [{ at, who: 'Asha Rai', note: '', from: null, to: 'received' }],
  createdAt: at,
  updatedAt: at,
  version: 1,
  ...changes,
});

/** The device after an inspection that confirmed the quote. */
export const anInspectedDevice = (changes: Partial<DeviceAnswer> = {}): DeviceAnswer =>
  aDevice({
    place: 'inspected',
    usualSteps: ['workshop', 'recycled'],
    purchase: 'agreed',
    inspection: { at, checklist: sampleChecklist, grade: 'B', note: '' },
    photos: [{ id: '1'.repeat(32), path: `/api/admin/devices/d/photos/${'1'.repeat(32)}` }],
    cost: npr(3_240_000),
    history: [
      { at, who: 'Asha Rai', note: '', from: null, to: 'received' },
      { at, who: 'Asha Rai', note: 'All fine.', from: 'received', to: 'inspected' },
    ],
    version: 2,
    ...changes,
  });
