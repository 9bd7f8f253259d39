/** Answers every request to the API: the table says which endpoint it is for, and the file of its noun handles it. */
import { type EndpointId, splitPath } from '../../../lib/protocol/api/api-paths.ts';
import { AppError } from '../../../lib/util/app-error.ts';
import { APP_HANDLERS } from '../app-handlers.ts';
import { CELL_HANDLERS } from '../cell-handlers.ts';
import { CONNECTION_HANDLERS } from '../connection-handlers.ts';
import { FILE_HANDLERS } from '../file-handlers.ts';
import { findRoute } from '../find-route.ts';
import { answer, type Handler, toErrorResponse } from '../handler.ts';
import { KERNEL_HANDLERS } from '../kernel-handlers.ts';
import { MODEL_HANDLERS } from '../model-handlers.ts';
import { RUN_HANDLERS } from '../run-handlers.ts';
import { SCHEDULE_HANDLERS } from '../schedule-handlers.ts';
import { SESSION_HANDLERS } from '../session-handlers.ts';
import { SHARE_HANDLERS } from '../share-handlers.ts';
import { TABLE_HANDLERS } from '../table-handlers.ts';

const HANDLERS: { readonly [Id in EndpointId]: Handler<Id> } = {
  ...APP_HANDLERS,
  ...SESSION_HANDLERS,
  ...RUN_HANDLERS,
  ...CELL_HANDLERS,
  ...KERNEL_HANDLERS,
  ...FILE_HANDLERS,
  ...TABLE_HANDLERS,
  ...SHARE_HANDLERS,
  ...SCHEDULE_HANDLERS,
  ...MODEL_HANDLERS,
  ...CONNECTION_HANDLERS,
};

interface NextRouteContext {
  /** What follows `/api/`. Each segment is decoded by itself and can contain a slash. */
  params: Promise<{ path: string[] }>;
}

// The framework calls GET for HEAD, and refuses methods that HTTP does not have.
export { handle as DELETE, handle as GET, handle as OPTIONS, handle as PATCH, handle as POST, handle as PUT };

async function handle(request: Request, context: NextRouteContext): Promise<Response> {
  const route = findRoute((await context.params).path);
  if (!route) return toErrorResponse(new AppError('not-found', 'The API has no such path.'));
  const { ids, params } = route;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const id = ids.find((each) => splitPath(each).method === method);
  if (id) return answer(id, HANDLERS, { request, params });
  const headers = { Allow: listMethods(ids) };
  return new Response(null, { status: method === 'OPTIONS' ? 204 : 405, headers });
}

function listMethods(ids: readonly EndpointId[]): string {
  const methods = ids.map((id) => splitPath(id).method);
  return ['OPTIONS', ...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].sort().join(', ');
}
