import { RemotePage, remoteHost } from '@kinmel/web-kit/host';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { knownPages } from '../content/known-pages.ts';
import { ApplicationError } from './application-error.tsx';
import { Gate } from './gate.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageColumn } from './page-column.tsx';
import { PageLoading } from './page-loading.tsx';
import { UnavailablePage } from './unavailable-page.tsx';

/** What the deployed remotes declare; then what the shop promises without them; then "not found". */
export function PageRoutes() {
  const remotes = Object.values(remoteHost()?.registry.remotes ?? {});
  const declared = remotes.flatMap(({ name, pages }) => pages.map((page) => ({ ...page, remote: name })));
  const paths = new Set(declared.map(({ path }) => path));
  return (
    <Routes>
      {declared.map(({ path, title, remote, requiresSignIn, visitorsOnly }) => (
        <Route
          key={path}
          path={path}
          element={
            <Gate key={path} requiresSignIn={requiresSignIn} visitorsOnly={visitorsOnly}>
              <RemotePage
                remote={remote}
                path={path}
                title={title}
                placeholder={<PageLoading />}
                frame={(place: ReactNode) => <PageColumn title={title}>{place}</PageColumn>}
                crashed={<ApplicationError />}
              />
            </Gate>
          }
        />
      ))}
      {knownPages
        .filter(({ path }) => !paths.has(path))
        .map(({ path, title }) => (
          <Route key={path} path={path} element={<UnavailablePage key={path} title={title} />} />
        ))}
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}
