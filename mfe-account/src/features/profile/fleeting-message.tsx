import { Alert } from '@kinmel/ui';
import { useEffect, useState } from 'react';
import classes from './fleeting-message.module.css';
import { messageMs } from './profile.rules.ts';

/** One sentence about what just happened. */
export interface Message {
  readonly tone: 'ok' | 'bad';
  readonly text: string;
}

/** A message that disappears after three seconds; a new message restarts the time. */
export function useFleetingMessage() {
  const [message, say] = useState<Message>();
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => say(undefined), messageMs);
    return () => clearTimeout(timer);
  }, [message]);
  return { message, say };
}

interface FleetingMessageProps {
  message: Message | undefined;
  /** Over the page, or between the words of a dialog, which the page lies under. */
  position: 'over' | 'inside';
}

export function FleetingMessage({ message, position }: FleetingMessageProps) {
  return message ? (
    <Alert tone={message.tone} className={classes[position]}>
      {message.text}
    </Alert>
  ) : null;
}
