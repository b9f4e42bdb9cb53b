// The names of react-router that shell and remotes may use. A shared module is never tree-shaken: the whole router
// costs 52.6 KB, these names 12.5 KB. A name that is missing here is a build error; add it.
export {
  BrowserRouter,
  createPath,
  createSearchParams,
  generatePath,
  MemoryRouter,
  matchPath,
  Navigate,
  Outlet,
  Route,
  Routes,
  resolvePath,
  UNSAFE_NavigationContext,
  useHref,
  useLocation,
  useMatch,
  useNavigate,
  useNavigationType,
  useParams,
  useResolvedPath,
  useSearchParams,
} from 'react-router';
