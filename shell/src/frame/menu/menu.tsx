import { IconButton } from '@kinmel/ui';
import { FailureBoundary, lazyPage, toast } from '@kinmel/web-kit';
import MenuIcon from 'lucide-react/icons/menu';
import { Suspense, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { MenuSheetProps } from './menu-sheet.tsx';

const MenuSheet = lazyPage<MenuSheetProps>(() => import(/* webpackChunkName: "menu" */ './menu-sheet.tsx'));

// A failure is shown when the menu is opened.
const preload = () => {
  MenuSheet.preload().catch(() => {});
};

/** The menu button of small windows; the sheet's code is loaded on hover, focus or touch. */
export function Menu({ className }: { className?: string }) {
  // The location at which it was opened: any navigation closes the menu, also one to the same page.
  const [openedAt, setOpenedAt] = useState<string>();
  const [wasOpened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();

  const isOpen = openedAt === key;
  const close = () => setOpenedAt(undefined);

  return (
    <>
      <IconButton
        ref={button}
        label="Menu"
        className={className}
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onTouchStart={preload}
        onFocus={preload}
        onClick={() => {
          preload();
          setOpened(true);
          setOpenedAt(key);
        }}
      >
        <MenuIcon />
      </IconButton>
      {wasOpened ? (
        <FailureBoundary
          onError={() => {
            close();
            setOpened(false);
            toast.error('The menu could not be loaded. Please try again.');
          }}
          fallback={() => null}
        >
          <Suspense fallback={null}>
            <MenuSheet isOpen={isOpen} onClose={close} opener={button} />
          </Suspense>
        </FailureBoundary>
      ) : null}
    </>
  );
}
