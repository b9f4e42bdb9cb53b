import { ContentTitle } from '../../frame/content-title.tsx';

/** The products of the shop, as tab and as page (AGEN-04). */
export default function ManageProducts() {
  return <ContentTitle>Manage Products</ContentTitle>;
}
