import { runOpenedService } from '@kinmel/service-kit';
import { offerService } from './service.ts';

await runOpenedService(offerService);
