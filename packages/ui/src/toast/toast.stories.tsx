import type { StoryMeta } from '../story.ts';
import { Toast } from './toast.tsx';

export default { title: 'Toast', component: Toast } satisfies StoryMeta;

const close = () => {};

export const Kinds = () => (
  <div style={{ display: 'grid', gap: 12, maxWidth: 360 }}>
    <Toast kind="success" text="Added to Cart!" durationMs={2000} onClose={close} />
    <Toast kind="error" text="Product is out of stock!" durationMs={3000} onClose={close} />
    <Toast kind="warning" text="Could not load existing offers." durationMs={3000} onClose={close} />
    <Toast kind="info" text="Offer loaded for editing" durationMs={3000} onClose={close} />
  </div>
);
