import type { Product } from '@kinmel/contracts';
import { startTransition, useEffect, useOptimistic, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { catalogApi } from '../../../catalog-api.ts';

/** The devices of a product, and the one that would be bought. */
export type DeviceChoice = ReturnType<typeof useDeviceChoice>;

/** Reads again when the shopper comes back to the tab: a device may have been sold in the meantime. */
function useRereading(refetch: () => unknown, isRead: boolean): void {
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
  useRereading(request.refetch, devices !== undefined);
  const address = new URLSearchParams(search);
  const [first, setFirst] = useState<string>();
  if (first === undefined && devices?.[0]) setFirst(devices[0].id);
  // The router updates the URL in a transition; a radio button must change at once.
  const [wantedId, showAtOnce] = useOptimistic(address.get('device') ?? first);
  const chosen = devices?.find(({ id }) => id === wantedId);
  const current = devices?.length === 0 ? { ...product, inStock: false } : product;
  return {
    /** Out of stock when its last device is sold. */
    product: current,
    /** What the page shows and sells: the chosen device, or the product without one. */
    shownProduct: chosen ?? current,
    /** Undefined until the devices are loaded, and for a product without any. */
    devices,
    request,
    /** The chosen device is no longer for sale. */
    isSold: devices !== undefined && wantedId !== undefined && !chosen && !request.isFetching,
    choose: (id: string) => {
      // Another shopper may have bought a device since the list was read.
      void request.refetch();
      startTransition(() => {
        showAtOnce(id);
        address.set('device', id);
        const options = { state: state as unknown, replace: true, preventScrollReset: true };
        void navigate(`${pathname}?${address}`, options);
      });
    },
  };
}
