import { runOpenedService } from '@kinmel/service-kit';
import { authService } from './service.ts';

await runOpenedService(authService);
