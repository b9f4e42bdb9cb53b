import { useState } from 'react';
import type { StoryMeta } from '../story.ts';
import type { ToastKind } from './toast.tsx';
import { ToastStack } from './toast-stack.tsx';

export default { title: 'ToastStack', component: ToastStack } satisfies StoryMeta;

interface Message {
  id: number;
  kind: ToastKind;
  text: string;
  durationMs: number;
}

export const Two = () => {
  const [messages, setMessages] = useState<readonly Message[]>([
    { id: 2, kind: 'success', text: 'Added to Cart!', durationMs: 20_000 },
    { id: 1, kind: 'error', text: 'Product is out of stock!', durationMs: 30_000 },
  ]);
  return (
    <ToastStack
      toasts={messages}
      onClose={(closed) => setMessages((all) => all.filter(({ id }) => id !== closed))}
    />
  );
};
