import { Alert } from '@kinmel/ui';
import { useEffect, useState } from 'react';
import { messageMs } from './profile.rules.ts';
import classes from './timed-message.module.css';

export interface Message {
  readonly tone: 'ok' | 'bad';
  readonly text: string;
}

/** A message that disappears after three seconds; a new message restarts the timer. */
export function useTimedMessage() {
  const [message, setMessage] = useState<Message>();
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(undefined), messageMs);
    return () => clearTimeout(timer);
  }, [message]);
  return { message, setMessage };
}

interface TimedMessageProps {
  message: Message | undefined;
  /** Over the page, or inside a dialog, which covers the page. */
  position: 'over' | 'inside';
}

export function TimedMessage({ message, position }: TimedMessageProps) {
  return message ? (
    <Alert tone={message.tone} className={position === 'over' ? classes.over : 'above-16'}>
      {message.text}
    </Alert>
  ) : null;
}
