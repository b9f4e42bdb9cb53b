import { runOpenedService } from '@kinmel/service-kit';
import { notificationService } from './service.ts';

await runOpenedService(notificationService);
