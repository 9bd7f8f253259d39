/** The endpoint for other agents. It is not in the API's table: its messages are those of the Model Context Protocol. */
import { getContainer } from '../../../lib/app/container.ts';
import { toErrorResponse } from '../handler.ts';

// The framework answers OPTIONS by itself.
export { handle as DELETE, handle as GET, handle as POST };

async function handle(request: Request): Promise<Response> {
  try {
    return await getContainer().answerMcp(request);
  } catch (error) {
    return toErrorResponse(error);
  }
}
