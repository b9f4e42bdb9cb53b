import type { StoryMeta } from '../story.ts';
import { Logo } from './logo.tsx';

export default { title: 'Logo', component: Logo } satisfies StoryMeta;

export const Color = () => <Logo />;
export const OnDark = () => (
  <div data-ground="pine" style={{ padding: 24, background: 'var(--pine-deep)' }}>
    <Logo look="onDark" />
  </div>
);
