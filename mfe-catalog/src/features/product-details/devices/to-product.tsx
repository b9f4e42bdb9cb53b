import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Device } from '../../../catalog-answers.ts';
import { productPath } from '../../../products/product-link.ts';

/** Redirects from the address of a device, as in carts and orders, to its product with that device chosen. */
export function ToProduct({ id, device: { ofProductId } }: Pick<Device, 'id' | 'device'>) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(`${productPath(ofProductId)}&device=${id}`, { replace: true });
  }, [navigate, ofProductId, id]);
  return null;
}
