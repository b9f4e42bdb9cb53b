import type { StoryMeta } from '../story.ts';
import { UnavailablePlace } from './unavailable-place.tsx';

export default { title: 'UnavailablePlace', component: UnavailablePlace } satisfies StoryMeta;

export const Block = () => <UnavailablePlace onRetry={() => {}} />;
export const Line = () => (
  <UnavailablePlace size="line" text="Cart is not available right now." onRetry={() => {}} />
);
