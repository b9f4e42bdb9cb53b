import type { StoryMeta } from '../story.ts';
import { Loading } from './loading.tsx';
import { Skeleton } from './skeleton.tsx';

export default { title: 'Loading', component: Loading } satisfies StoryMeta;

export const Block = () => (
  <Loading text="Loading products">
    <Skeleton height={120} />
  </Loading>
);
