import type { Product } from '@kinmel/contracts';
import { startTransition, useEffect, useOptimistic, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { catalogApi } from '../../../catalog-api.ts';

/** The devices of a product, and the one that would be bought. */
export type DeviceChoice = ReturnType<typeof useDeviceChoice>;

/** Requests the list again when the shopper returns to the tab: a device may have been sold in the meantime. */
function useRefetchOnReturn(refetch: () => unknown, isRead: boolean): void {
  useEffect(() => {
    if (!isRead) return;
    const read = () => {
      if (document.visibilityState === 'visible') void refetch();
    };
    document.addEventListener('visibilitychange', read);
    return () => document.removeEventListener('visibilitychange', read);
  }, [refetch, isRead]);
}

/** The choice is `device` in the URL; without it, the device that was the first when the page was opened. */
export function useDeviceChoice(product: Product) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const request = catalogApi.useListDevicesOfProductQuery(product.id, { skip: !product.hasDevices });
  const devices = request.currentData;
  useRefetchOnReturn(request.refetch, devices !== undefined);
  const address = new URLSearchParams(search);
  const [firstId, setFirstId] = useState<string>();
  if (firstId === undefined && devices?.[0]) setFirstId(devices[0].id);
  // The router updates the URL in a transition; a radio button must change at once.
  const [chosenId, setChosenIdAtOnce] = useOptimistic(address.get('device') ?? firstId);
  const chosen = devices?.find(({ id }) => id === chosenId);
  const currentProduct = devices?.length === 0 ? { ...product, inStock: false } : product;
  return {
    /** Out of stock when its last device is sold. */
    product: currentProduct,
    /** What the page shows and sells: the chosen device, or the product without one. */
    shownProduct: chosen ?? currentProduct,
    /** Undefined until the devices are loaded, and for a product without any. */
    devices,
    request,
    /** The chosen device is no longer for sale. */
    isSold: devices !== undefined && chosenId !== undefined && !chosen && !request.isFetching,
    choose: (id: string) => {
      // Another shopper may have bought a device since the list was read.
      void request.refetch();
      startTransition(() => {
        setChosenIdAtOnce(id);
        address.set('device', id);
        const options = { state: state as unknown, replace: true, preventScrollReset: true };
        void navigate(`${pathname}?${address}`, options);
      });
    },
  };
}
