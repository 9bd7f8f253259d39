import { AppError } from '../../../../../../../lib/util/app-error.ts';
import { route } from '../../../../../handler.ts';

export const GET = route('exportTable', async () => {
  throw new AppError('conflict', 'This table cannot be read yet.');
});
