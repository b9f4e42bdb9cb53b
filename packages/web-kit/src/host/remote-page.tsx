import { UnavailablePlace } from '@kinmel/ui';
import { type ReactNode, Suspense, use, useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { LoadAttempt } from '../pages/lazy-page.tsx';
import { nameDocument } from '../pages/page-title.ts';
import { FailureBoundary } from '../remotes/failure-boundary.tsx';
import { isLoadFailure, RemoteLoadError } from '../remotes/remote-load-error.ts';
import { remoteModule, retryRemoteModule, useLoadAttempt } from '../remotes/remote-loading.ts';
import { type RemoteModule, remoteContractVersion } from '../remotes/remote-module.ts';
import { pageIsShown } from './page-changes.ts';

interface RemotePageProps {
  /** Name of the remote in the registry. */
  remote: string;
  /** The page's path as the remote declares it. */
  path: string;
  title: string;
  /** Rendered while the page's code is loading. */
  placeholder: ReactNode;
  /** Layout around the error state. */
  frame?: (place: ReactNode) => ReactNode;
  /** Rendered when the page throws while rendering; a retry would only throw again. */
  crashed: ReactNode;
}

/** Reports to the shell that the page is mounted, so that it can set scroll position and focus. */
function PageIsShown() {
  useEffect(() => pageIsShown(), []);
  return null;
}

function LoadedPage({ remote, path, attempt }: { remote: string; path: string; attempt: number }) {
  const { remote: module } = use(remoteModule(remote, 'remote')) as { remote?: RemoteModule };
  if (module?.contract !== remoteContractVersion) {
    throw new RemoteLoadError(`${remote} has another contract version`);
  }
  const Page = module.pages[path];
  if (!Page) throw new RemoteLoadError(`${remote} declares ${path} but has no page for it`);
  return (
    <LoadAttempt value={attempt}>
      <Page />
      <PageIsShown />
    </LoadAttempt>
  );
}

/** A page of a remote, with its own loading state, timeout and error state with Retry. */
export function RemotePage(props: RemotePageProps) {
  const { remote, path, title, placeholder, frame = (place: ReactNode) => place, crashed } = props;
  const { pathname, search } = useLocation();
  const attempt = useLoadAttempt(remote, 'remote');
  // Before the page sets its own title, which may be more specific.
  useLayoutEffect(() => nameDocument(title), [title]);
  return (
    <FailureBoundary
      key={`${path}#${attempt}`}
      part={remote}
      given={pathname + search}
      onError={() => {
        nameDocument(title);
        pageIsShown();
      }}
      fallback={(error) =>
        isLoadFailure(error)
          ? frame(<UnavailablePlace size="block" onRetry={() => retryRemoteModule(remote, 'remote')} />)
          : crashed
      }
    >
      <Suspense fallback={placeholder}>
        <LoadedPage remote={remote} path={path} attempt={attempt} />
      </Suspense>
    </FailureBoundary>
  );
}
