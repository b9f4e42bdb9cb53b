import type { StoryMeta } from '../story.ts';
import { StatusChip } from './status-chip.tsx';

export default { title: 'StatusChip', component: StatusChip } satisfies StoryMeta;

export const Tones = () => (
  <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
    <StatusChip tone="warn">Pending</StatusChip>
    <StatusChip tone="info">Reviewed</StatusChip>
    <StatusChip tone="violet">Quoted</StatusChip>
    <StatusChip tone="ok">Accepted</StatusChip>
    <StatusChip tone="bad">Rejected</StatusChip>
    <StatusChip tone="pine">Completed</StatusChip>
    <StatusChip tone="mute">Expired</StatusChip>
  </div>
);

export const Bare = () => (
  <StatusChip tone="warn" bare>
    Only 3 left
  </StatusChip>
);
