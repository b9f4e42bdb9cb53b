import type { StoryMeta } from '../story.ts';
import { Alert } from './alert.tsx';

export default { title: 'Alert', component: Alert } satisfies StoryMeta;

export const Tones = () => (
  <div style={{ display: 'grid', gap: 12 }}>
    <Alert tone="bad">Please fill in ZipCode</Alert>
    <Alert tone="bad" onClose={() => {}}>
      Error: Failed to fetch requests
    </Alert>
    <Alert tone="ok">
      Your phone selling request has been submitted successfully! We will contact you within 24 hours with a
      quote.
    </Alert>
    <Alert tone="info">Please enter a search term.</Alert>
    <Alert tone="warn">Only 3 left</Alert>
  </div>
);
