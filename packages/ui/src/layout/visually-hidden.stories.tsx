import type { StoryMeta } from '../story.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export default { title: 'VisuallyHidden', component: VisuallyHidden } satisfies StoryMeta;

export const Words = () => (
  <p>
    Seen <VisuallyHidden>and heard</VisuallyHidden>
  </p>
);
