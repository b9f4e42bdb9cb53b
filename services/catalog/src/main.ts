import { runOpenedService } from '@kinmel/service-kit';
import { catalogService } from './service.ts';

await runOpenedService(catalogService);
