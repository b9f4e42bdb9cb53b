import { ContentTitle } from '../../frame/content-title.tsx';

/** One product with all its fields (AGATE-09). */
export default function EditProduct() {
  return <ContentTitle>Edit Product</ContentTitle>;
}
