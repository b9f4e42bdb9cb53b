import type { StoryMeta } from '../story.ts';
import { Loading } from './loading.tsx';
import { Skeleton } from './skeleton.tsx';

export default { title: 'Skeleton', component: Skeleton } satisfies StoryMeta;

export const Card = () => (
  <Loading style={{ width: 310, maxWidth: '100%' }}>
    <Skeleton form="tile" />
    <div style={{ display: 'grid', gap: 8, margin: '16px 0' }}>
      <Skeleton form="text" width="70%" />
      <Skeleton form="text" width="50%" />
    </div>
    <Skeleton form="button" />
  </Loading>
);
