import { runOpenedService } from '@kinmel/service-kit';
import { orderService } from './service.ts';

await runOpenedService(orderService);
