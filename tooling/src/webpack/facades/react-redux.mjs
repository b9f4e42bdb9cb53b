// Exports of react-redux that shell and remotes use; `connect` would add 2 KB. A missing name is a build error: add it
// here.
export {
  batch,
  Provider,
  ReactReduxContext,
  shallowEqual,
  useDispatch,
  useSelector,
  useStore,
} from 'kinmel-react-redux-source';
