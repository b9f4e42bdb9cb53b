import { useEffect, useRef, useState } from 'react';
import type { ShopPolicy } from '../policy/shop-policy.rules.ts';
import { type ChatMessage, replyTo } from './canned-replies.ts';
import { chat } from './chat.content.ts';

const replyMs = 1000;

const message = (text: string, isBot: boolean): ChatMessage => ({ text, isBot, timestamp: Date.now() });

/** What was said so far; each question is answered a second later, and `isTyping` until then. */
export function useConversation(policy: ShopPolicy | undefined) {
  const [messages, setMessages] = useState(() => [message(chat.greeting, true)]);
  const [awaited, setAwaited] = useState(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const running = timers.current;
    return () => {
      for (const timer of running) clearTimeout(timer);
    };
  }, []);

  const ask = (text: string) => {
    const question = text.trim();
    if (question === '') return;
    setMessages((before) => [...before, message(question, false)]);
    setAwaited((before) => before + 1);
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setMessages((before) => [...before, message(replyTo(question, policy), true)]);
      setAwaited((before) => before - 1);
    }, replyMs);
    timers.current.add(timer);
  };

  return { messages, isTyping: awaited > 0, ask };
}
