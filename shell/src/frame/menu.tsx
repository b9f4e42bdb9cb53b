import { IconButton } from '@kinmel/ui';
import { FailureBoundary, lazyPage, toast } from '@kinmel/web-kit';
import MenuIcon from 'lucide-react/icons/menu';
import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { MenuSheetProps } from './menu-sheet.tsx';

const MenuSheet = lazyPage<MenuSheetProps>(() => import(/* webpackChunkName: "menu" */ './menu-sheet.tsx'));

// A failure shows when the menu is opened.
const preload = () => {
  MenuSheet.preload().catch(() => {});
};

/** The menu button of small windows; the sheet's code comes when the shopper reaches for it. */
export function Menu({ className }: { className?: string }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const { key } = useLocation();

  // Every navigation leaves the menu, also one that only changes the address (the same page again).
  useEffect(() => setOpen(false), [key]);

  return (
    <>
      <IconButton
        label="Menu"
        className={className}
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onTouchStart={preload}
        onFocus={preload}
        onClick={() => {
          preload();
          setOpened(true);
          setOpen(true);
        }}
      >
        <MenuIcon aria-hidden="true" />
      </IconButton>
      {wasOpened ? (
        <FailureBoundary
          onError={() => {
            setOpen(false);
            setOpened(false);
            toast.error('The menu could not be loaded. Please try again.');
          }}
          fallback={() => null}
        >
          <Suspense fallback={null}>
            <MenuSheet isOpen={isOpen} onClose={() => setOpen(false)} />
          </Suspense>
        </FailureBoundary>
      ) : null}
    </>
  );
}
