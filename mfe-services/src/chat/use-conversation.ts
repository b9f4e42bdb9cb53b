import { serverNow } from '@kinmel/web-kit';
import { useEffect, useRef, useState } from 'react';
import type { ShopPolicy } from '../policy/shop-policy.ts';
import { replyTo } from './canned-replies.ts';
import { chat } from './chat.content.ts';

const replyMs = 1000;

const message = (text: string, isBot: boolean) => ({
  text,
  isBot,
  /** Milliseconds since 1970. */
  timestamp: serverNow().getTime(),
});

/** The messages so far. Each question is answered after a second; `isTyping` until then. */
export function useConversation(policy: ShopPolicy | undefined) {
  const [messages, setMessages] = useState(() => [message(chat.greeting, true)]);
  const [pendingReplies, setPendingReplies] = useState(0);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const pendingTimers = timers.current;
    return () => {
      for (const timer of pendingTimers) clearTimeout(timer);
    };
  }, []);

  const ask = (text: string) => {
    const question = text.trim();
    if (question === '') return;
    setMessages((before) => [...before, message(question, false)]);
    setPendingReplies((before) => before + 1);
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setMessages((before) => [...before, message(replyTo(question, policy), true)]);
      setPendingReplies((before) => before - 1);
    }, replyMs);
    timers.current.add(timer);
  };

  return { messages, isTyping: pendingReplies > 0, ask };
}
