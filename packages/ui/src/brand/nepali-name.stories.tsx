import type { StoryMeta } from '../story.ts';
import { NepaliName } from './nepali-name.tsx';

export default { title: 'NepaliName', component: NepaliName } satisfies StoryMeta;

export const OnPine = () => (
  <div style={{ padding: 24, background: 'var(--pine-deep)' }}>
    <NepaliName />
  </div>
);
