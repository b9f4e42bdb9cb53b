import { Button, Dialog } from '@kinmel/ui';
import { selectIsSignedIn, useAppSelector } from '@kinmel/web-kit';
import { type ContextType, type ReactNode, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';

interface LeaveGuard {
  /** Goes without asking: what there was is saved, or given up. */
  readonly leave: (go: () => void) => void;
  /** Asks before a step that is none of the router, such as closing a dialog. */
  readonly ask: (go: () => void) => void;
  /** The question, to be drawn with the form. */
  readonly question: ReactNode;
}

const indexOf = (state: unknown) => {
  const index: unknown = (state as { idx?: unknown } | null)?.idx;
  return typeof index === 'number' ? index : undefined;
};

type Router = ContextType<typeof NavigationContext>['navigator'];

/** Hands every step of the router to `step`, which takes it now, later or never. Answers the way back. */
function holdSteps(router: Router, step: (go: () => void) => void): () => void {
  const push = router.push.bind(router);
  const replace = router.replace.bind(router);
  router.push = (...target) => step(() => push(...target));
  router.replace = (...target) => step(() => replace(...target));
  return () => {
    router.push = push;
    router.replace = replace;
  };
}

/**
 * Asks before a form with unsaved changes is left: by a link, by the back button, or with the document. The shop's router is not one
 * of data, so that it has no blocker of its own: its steps are held here. A session that ended is not asked about: the way to /login
 * must stay open, and the draft is kept. `giveUp` forgets it when somebody leaves knowingly.
 */
export function useLeaveGuard(hasUnsavedChanges: boolean, giveUp: () => void): LeaveGuard {
  const { navigator } = use(NavigationContext);
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const [asked, setAsked] = useState<{ go: () => void }>();
  const isOpen = useRef(false);
  const stay = useRef<HTMLButtonElement>(null);
  const isHeld = hasUnsavedChanges && isSignedIn;

  const leave = (go: () => void) => {
    isOpen.current = true;
    setAsked(undefined);
    go();
    isOpen.current = false;
  };

  useLayoutEffect(() => {
    if (!isHeld) return;
    return holdSteps(navigator, (go) => {
      if (isOpen.current) go();
      else setAsked({ go });
    });
  }, [isHeld, navigator]);

  useEffect(() => {
    if (!isHeld) return;
    const here = indexOf(history.state);
    let isReturning = false;
    const onPop = (event: PopStateEvent) => {
      if (isReturning) {
        isReturning = false;
        event.stopImmediatePropagation();
        return;
      }
      const there = indexOf(event.state);
      if (isOpen.current || here === undefined || there === undefined || here === there) return;
      event.stopImmediatePropagation();
      isReturning = true;
      history.go(here - there);
      setAsked({
        go: () => {
          window.removeEventListener('popstate', onPop, true);
          history.go(there - here);
        },
      });
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Heard before the router hears it.
    window.addEventListener('popstate', onPop, true);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      window.removeEventListener('popstate', onPop, true);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isHeld]);

  return {
    leave,
    ask: (go) => (isHeld ? setAsked({ go }) : go()),
    question: (
      <Dialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title="Unsaved changes"
        initialFocus={stay}
        withoutCross
        actions={
          <>
            <Button ref={stay} look="line" onClick={() => setAsked(undefined)}>
              Stay
            </Button>
            <Button
              look="danger"
              onClick={() => {
                if (!asked) return;
                giveUp();
                leave(asked.go);
              }}
            >
              Leave
            </Button>
          </>
        }
      >
        <p>What you changed here is not saved. Leave without saving?</p>
      </Dialog>
    ),
  };
}
