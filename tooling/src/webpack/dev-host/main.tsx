import { Container, Loading } from '@kinmel/ui';
import { Link } from '@kinmel/web-kit';
import {
  createAppStore,
  primeLandingRemote,
  RemotePage,
  readHostBlocks,
  remoteHost,
  startHost,
  ToastRegion,
} from '@kinmel/web-kit/host';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { BrowserRouter, Route, Routes } from 'react-router-dom';

/** The pages of one remote, with a list of links in place of the shop's frame. */
function DevHost() {
  const remotes = Object.values(remoteHost()?.registry.remotes ?? {});
  const pages = remotes.flatMap(({ name, pages: declared }) =>
    declared.map((page) => ({ ...page, remote: name })),
  );
  return (
    <>
      <Container>
        <nav aria-label="Pages of this remote">
          {pages.map(({ path, title }) => (
            <Link key={path} to={path} style={{ marginRight: 16 }}>
              {title}
            </Link>
          ))}
        </nav>
      </Container>
      <main>
        <Routes>
          {pages.map(({ path, title, remote }) => (
            <Route
              key={path}
              path={path}
              element={
                <RemotePage
                  key={path}
                  remote={remote}
                  path={path}
                  title={title}
                  placeholder={<Loading />}
                  crashed={<p>This page threw an error; see the console.</p>}
                />
              }
            />
          ))}
          <Route path="*" element={<Container>Choose a page above.</Container>} />
        </Routes>
      </main>
      <ToastRegion />
    </>
  );
}

async function start(): Promise<void> {
  const container = document.getElementById('app');
  if (!container) throw new Error('The page has no #app');
  startHost(readHostBlocks());
  const store = createAppStore();
  await primeLandingRemote();
  createRoot(container).render(
    <Provider store={store}>
      <BrowserRouter>
        <DevHost />
      </BrowserRouter>
    </Provider>,
  );
}

start().catch(reportError);
