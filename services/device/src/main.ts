import { runOpenedService } from '@kinmel/service-kit';
import { deviceService } from './service.ts';

await runOpenedService(deviceService);
