import { useLocation } from 'react-router-dom';
import { knownPages } from '../content/known-pages.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { NotOpenYetPage } from './not-open-yet-page.tsx';
import { UnavailablePage } from './unavailable-page.tsx';

/** An address without a deployed page: one that the shop promises keeps its title, any other is "not found". */
export default function Elsewhere() {
  const { pathname } = useLocation();
  const address = pathname.replace(/(.)\/$/, '$1');
  const promised = knownPages.find(({ path }) => path === address);
  if (!promised) return <NotFoundPage />;
  const { path, title, opensLater } = promised;
  const Page = opensLater ? NotOpenYetPage : UnavailablePage;
  return <Page key={path} title={title} />;
}
