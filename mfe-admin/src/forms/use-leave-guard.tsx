import { ConfirmDialog } from '@kinmel/ui';
import { selectIsSignedIn, useAppSelector } from '@kinmel/web-kit';
import { type ContextType, use, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom';

const indexOf = (state: unknown) => {
  const index: unknown = (state as { idx?: unknown } | null)?.idx;
  return typeof index === 'number' ? index : undefined;
};

type Router = ContextType<typeof NavigationContext>['navigator'];

/** Intercepts each navigation of the router. Returns a function that restores it. */
function interceptNavigation(router: Router, onNavigate: (go: () => void) => void): () => void {
  const push = router.push.bind(router);
  const replace = router.replace.bind(router);
  router.push = (...target) => onNavigate(() => push(...target));
  router.replace = (...target) => onNavigate(() => replace(...target));
  return () => {
    router.push = push;
    router.replace = replace;
  };
}

/**
 * Asks before a form with unsaved changes is left by a link, the back button or closing the page. `BrowserRouter` has
 * no blocker, so the navigator is patched. After the session has ended nothing is blocked: /login must stay reachable,
 * and the draft is stored. `deleteDraft` is called when the user confirms.
 */
export function useLeaveGuard(hasUnsavedChanges: boolean, deleteDraft: () => void) {
  const { navigator } = use(NavigationContext);
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const [question, setQuestion] = useState<{ go: () => void }>();
  const isLeaving = useRef(false);
  const isBlocking = hasUnsavedChanges && isSignedIn;

  /** Navigates without asking. */
  const leave = (go: () => void) => {
    isLeaving.current = true;
    setQuestion(undefined);
    go();
    isLeaving.current = false;
  };

  useLayoutEffect(() => {
    if (!isBlocking) return;
    return interceptNavigation(navigator, (go) => {
      if (isLeaving.current) go();
      else setQuestion({ go });
    });
  }, [isBlocking, navigator]);

  useEffect(() => {
    if (!isBlocking) return;
    const currentIndex = indexOf(history.state);
    let isReturning = false;
    const onPop = (event: PopStateEvent) => {
      if (isReturning) {
        isReturning = false;
        event.stopImmediatePropagation();
        return;
      }
      const targetIndex = indexOf(event.state);
      if (
        isLeaving.current ||
        currentIndex === undefined ||
        targetIndex === undefined ||
        currentIndex === targetIndex
      )
        return;
      event.stopImmediatePropagation();
      isReturning = true;
      history.go(currentIndex - targetIndex);
      setQuestion({
        go: () => {
          window.removeEventListener('popstate', onPop, true);
          history.go(targetIndex - currentIndex);
        },
      });
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // In the capture phase, before the router.
    window.addEventListener('popstate', onPop, true);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      window.removeEventListener('popstate', onPop, true);
      window.removeEventListener('beforeunload', onUnload);
    };
  }, [isBlocking]);

  return {
    leave,
    /** Asks before an action that is not a navigation, such as closing a dialog. */
    ask: (go: () => void) => (isBlocking ? setQuestion({ go }) : go()),
    /** The dialog, rendered with the form. */
    question: (
      <ConfirmDialog
        open={question !== undefined}
        title="Unsaved changes"
        cancel="Stay"
        confirm="Leave"
        onClose={() => setQuestion(undefined)}
        onConfirm={() => {
          if (!question) return;
          deleteDraft();
          leave(question.go);
        }}
      >
        <p>What you changed here is not saved. Leave without saving?</p>
      </ConfirmDialog>
    ),
  };
}
