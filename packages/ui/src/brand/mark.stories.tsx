import type { StoryMeta } from '../story.ts';
import { Mark } from './mark.tsx';

export default { title: 'Mark', component: Mark } satisfies StoryMeta;

export const Color = () => <Mark width={56} height={56} />;
export const Pale = () => <Mark look="pale" />;
export const Tone = () => (
  <div style={{ padding: 24, background: 'var(--pine-deep)' }}>
    <Mark look="tone" />
  </div>
);
