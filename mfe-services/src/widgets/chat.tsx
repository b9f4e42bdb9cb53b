import { Chip, classNames, IconButton, TextInput, upTo, VisuallyHidden } from '@kinmel/ui';
import type { WidgetProps } from '@kinmel/web-kit';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import X from 'lucide-react/icons/x';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { chat, topics } from '../chat/chat.content.ts';
import { useConversation } from '../chat/use-conversation.ts';
import { useGetShopPolicyQuery } from '../policy/shop-policy.ts';
import classes from './chat.module.css';

/** Some browsers scroll only a focusable element by keyboard. */
const focusable = { tabIndex: 0 };

const timeOf = (timestamp: number) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(timestamp);

/**
 * The window of the chat assistant. It answers from the policy record, which the page has loaded already, without
 * further calls. The conversation persists while the window is closed.
 */
export default function Chat({ isOpen, onClose }: WidgetProps['mfe-services/chat']) {
  const { data: policy } = useGetShopPolicyQuery();
  const { messages, isTyping, ask } = useConversation(policy);
  const [question, setQuestion] = useState('');
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element || !isOpen) return;
    // Where the window fills the screen, it is modal.
    if (window.matchMedia(upTo('small-phone')).matches) element.showModal();
    else element.show();
    input.current?.focus();
    return () => element.close();
  }, [isOpen]);

  // Depends on both, because a reply replaces the typing indicator.
  const content = `${messages.length} ${isTyping}`;
  useEffect(() => {
    if (content !== '' && log.current) log.current.scrollTop = log.current.scrollHeight;
  }, [content]);

  const send = (event: FormEvent) => {
    event.preventDefault();
    ask(question);
    setQuestion('');
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classes.window}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // The browser closes only modal dialogs on Escape.
        if (event.key === 'Escape') onClose();
      }}
    >
      <header className={`line ${classes.head}`} data-ground="pine">
        <h2 id={titleId} className="type-card">
          {chat.title}
        </h2>
        <IconButton label="Close chat" className={classes.close} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div ref={log} className={classes.log} role="log" aria-label="Conversation" {...focusable}>
        <ol className={classes.messages}>
          {messages.map(({ text, isBot, timestamp }, position) => (
            <li
              key={`${position} ${timestamp}`}
              className={classNames(classes.message, isBot ? classes.bot : classes.user)}
            >
              <VisuallyHidden>{isBot ? 'Assistant: ' : 'You: '}</VisuallyHidden>
              <span>{text}</span>
              <time dateTime={new Date(timestamp).toISOString()} className={classes.time}>
                {timeOf(timestamp)}
              </time>
            </li>
          ))}
          {isTyping ? (
            <li className={classNames(classes.message, classes.bot, classes.typing)}>
              <VisuallyHidden>The assistant is typing</VisuallyHidden>
              <span />
              <span />
              <span />
            </li>
          ) : null}
        </ol>
      </div>
      {isTyping ? null : (
        <ul className={`buttons gap-8 ${classes.quick}`} aria-label="Quick replies">
          {topics.map(({ name }) => (
            <li key={name}>
              <Chip
                look="line"
                onPress={() => {
                  ask(name);
                  // The pressed button is removed until the reply.
                  input.current?.focus();
                }}
              >
                {name}
              </Chip>
            </li>
          ))}
        </ul>
      )}
      <form className={`line gap-8 ${classes.form}`} onSubmit={send}>
        <TextInput
          ref={input}
          aria-label="Your question"
          placeholder="Ask a question"
          autoComplete="off"
          maxLength={500}
          enterKeyHint="send"
          value={question}
          onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
          className="grow"
        />
        <IconButton type="submit" label="Send" look="solid" size="normal">
          <SendHorizontal />
        </IconButton>
      </form>
    </dialog>
  );
}
