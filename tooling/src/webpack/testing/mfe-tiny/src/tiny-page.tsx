import { useAppSelector, usePageTitle } from '@kinmel/web-kit';
import { useLocation } from 'react-router-dom';
import classes from './tiny-page.module.css';

export default function TinyPage() {
  usePageTitle('Tiny page');
  const { pathname } = useLocation();
  const user = useAppSelector((state) => state.session.user);
  return (
    <h1 className={classes.title}>
      Tiny page at {pathname} for {user?.name ?? 'nobody'}
    </h1>
  );
}
