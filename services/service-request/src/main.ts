import { runOpenedService } from '@kinmel/service-kit';
import { serviceRequestService } from './service.ts';

await runOpenedService(serviceRequestService);
