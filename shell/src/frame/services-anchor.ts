import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The id of the home page's services section. */
const servicesId = 'services';

/** Calls back with the section once it is rendered. */
function whenRendered(onFound: (element: HTMLElement) => void): () => void {
  const renderedSection = document.getElementById(servicesId);
  if (renderedSection) {
    onFound(renderedSection);
    return () => {};
  }
  const observer = new MutationObserver(() => {
    const element = document.getElementById(servicesId);
    if (!element) return;
    observer.disconnect();
    onFound(element);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** True while the whole section is in view, or fills a window smaller than it. */
export function useServicesInView(): boolean {
  const { pathname } = useLocation();
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (pathname !== '/') return;
    let intersection: IntersectionObserver | undefined;
    const stopWaiting = whenRendered((element) => {
      intersection = new IntersectionObserver(
        ([entry]) => {
          if (!entry) return;
          const visibleHeight = entry.intersectionRect.height;
          const maxVisibleHeight = Math.min(
            entry.boundingClientRect.height,
            entry.rootBounds?.height ?? Infinity,
          );
          setInView(entry.isIntersecting && visibleHeight >= maxVisibleHeight - 1);
        },
        { threshold: [0, 0.25, 0.5, 0.75, 0.9, 1] },
      );
      intersection.observe(element);
    });
    return () => {
      stopWaiting();
      intersection?.disconnect();
      setInView(false);
    };
  }, [pathname]);
  return isInView;
}

/** The action of the Services button: scrolls on the home page, opens home with a state elsewhere. */
export function useGoToServices(): () => void {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return () => {
    const section = pathname === '/' ? document.getElementById(servicesId) : null;
    if (!section) {
      void navigate('/', { state: { scrollToServices: true } });
      return;
    }
    section.scrollIntoView();
    if (!section.hasAttribute('tabindex')) section.setAttribute('tabindex', '-1');
    section.focus({ preventScroll: true });
  };
}
