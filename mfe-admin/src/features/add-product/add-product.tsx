import { ContentTitle } from '../../frame/content-title.tsx';

/** The form of a new product, as tab and as page. */
export default function AddProduct() {
  return <ContentTitle>Add Product</ContentTitle>;
}
