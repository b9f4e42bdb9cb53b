import { Loading } from '@kinmel/ui';
import { findPage, usePolicyAnswer, Widget } from '@kinmel/web-kit';
import MessageCircle from 'lucide-react/icons/message-circle';
import X from 'lucide-react/icons/x';
import { useRef, useState } from 'react';
import classes from './chat-place.module.css';

/**
 * The button that opens and closes the chat. The window belongs to mfe-services and is loaded when it is first opened,
 * to keep the first load small. A shop without that remote has no button.
 */
export function ChatPlace() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Keeps the answer in the cache while the home page is shown, so that the chat window needs no request.
  usePolicyAnswer();
  if (findPage('/contact') === undefined) return null;
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div className={classes.place}>
      {wasOpened ? (
        <div className={classes.window} hidden={!isOpen}>
          <Widget
            name="mfe-services/chat"
            isOpen={isOpen}
            onClose={close}
            placeholder={<Loading className={classes.loading} />}
          />
        </div>
      ) : null}
      <button
        ref={button}
        type="button"
        aria-label={isOpen ? 'Close chat' : 'Open chat'}
        aria-expanded={isOpen}
        className={classes.button}
        onClick={() => {
          setOpen(!isOpen);
          setWasOpened(true);
        }}
      >
        {isOpen ? <X size={26} /> : <MessageCircle size={26} />}
      </button>
    </div>
  );
}
