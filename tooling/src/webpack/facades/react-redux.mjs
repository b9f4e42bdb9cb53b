// The names of react-redux that shell and remotes may use; `connect` and its kin would cost 2 KB and nobody needs them.
// A name that is missing here is a build error; add it.
export {
  batch,
  Provider,
  ReactReduxContext,
  shallowEqual,
  useDispatch,
  useSelector,
  useStore,
} from 'kinmel-react-redux-source';
