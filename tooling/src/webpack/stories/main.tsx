import { mailStories } from '@kinmel/mail-templates/stories';
import { stories } from '@kinmel/ui/stories';
import { createRoot } from 'react-dom/client';
import { StoryViewer } from './story-viewer.tsx';

const container = document.getElementById('app');
if (container) createRoot(container).render(<StoryViewer stories={{ ...stories, ...mailStories }} />);
