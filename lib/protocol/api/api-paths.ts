/** Method and path of every endpoint by its id. Apart from the schemas, so that the page loads no validator. */

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** `{name}` is one segment of the path, `{...name}` the rest of it. */
export const API_PATHS = {
  readHealth: 'GET /api/health',
  readOpenApi: 'GET /api/openapi.json',
  listModels: 'GET /api/models',
  listServers: 'GET /api/model-servers',
  addServer: 'POST /api/model-servers',
  testServer: 'POST /api/model-servers/test',
  changeServer: 'PATCH /api/model-servers/{serverId}',
  removeServer: 'DELETE /api/model-servers/{serverId}',
  restoreServer: 'POST /api/model-servers/{serverId}/restore',
  chooseDefaultModel: 'PUT /api/models/default',
  listConnections: 'GET /api/connections',
  saveConnection: 'PUT /api/connections/{name}',
  removeConnection: 'DELETE /api/connections/{name}',
  restoreConnection: 'POST /api/connections/{name}/restore',
  testConnection: 'POST /api/connections/{name}/test',
  readCatalog: 'GET /api/connections/{name}/catalog',
  listKernels: 'GET /api/kernelspecs',
  readSandbox: 'GET /api/sandbox',
  consentToNoSandbox: 'PUT /api/sandbox',
  readHomeContext: 'GET /api/context',
  writeHomeContext: 'PUT /api/context',

  listSessions: 'GET /api/sessions',
  createSession: 'POST /api/sessions',
  importNotebook: 'POST /api/sessions/import',
  readSession: 'GET /api/sessions/{sessionId}',
  changeSession: 'PATCH /api/sessions/{sessionId}',
  deleteSession: 'DELETE /api/sessions/{sessionId}',
  restoreSession: 'POST /api/sessions/{sessionId}/restore',
  eraseSession: 'DELETE /api/trash/{sessionId}',
  readEvents: 'GET /api/sessions/{sessionId}/events',
  chooseModel: 'PUT /api/sessions/{sessionId}/model',
  chooseApproval: 'PUT /api/sessions/{sessionId}/approval',
  allowNetwork: 'PUT /api/sessions/{sessionId}/network',

  planBranch: 'GET /api/sessions/{sessionId}/branch',
  verifySession: 'POST /api/sessions/{sessionId}/verify',
  streamVerification: 'POST /api/sessions/{sessionId}/verify/stream',

  startRun: 'POST /api/sessions/{sessionId}/runs',
  cancelRun: 'POST /api/sessions/{sessionId}/runs/{runId}/cancel',
  steerRun: 'POST /api/sessions/{sessionId}/runs/{runId}/steer',
  deleteRun: 'DELETE /api/sessions/{sessionId}/runs/{runId}',
  startWays: 'POST /api/sessions/{sessionId}/ways',
  cancelWays: 'POST /api/sessions/{sessionId}/ways/{waysId}/cancel',
  chooseWay: 'POST /api/sessions/{sessionId}/ways/{waysId}/choose',
  replyApproval: 'POST /api/sessions/{sessionId}/approval',
  replyInput: 'POST /api/sessions/{sessionId}/input',

  insertCell: 'POST /api/sessions/{sessionId}/cells',
  changeCell: 'PATCH /api/sessions/{sessionId}/cells/{cellId}',
  deleteCell: 'DELETE /api/sessions/{sessionId}/cells/{cellId}',
  splitCell: 'POST /api/sessions/{sessionId}/cells/{cellId}/split',
  mergeCell: 'POST /api/sessions/{sessionId}/cells/{cellId}/merge',
  replaceInCells: 'POST /api/sessions/{sessionId}/cells/replace',
  clearOutputs: 'POST /api/sessions/{sessionId}/cells/clear',
  restoreCell: 'POST /api/sessions/{sessionId}/cells/{cellId}/restore',
  undoOperation: 'POST /api/sessions/{sessionId}/cells/undo',
  redoOperation: 'POST /api/sessions/{sessionId}/cells/redo',
  executeCells: 'POST /api/sessions/{sessionId}/cells/execute',
  takeOutCells: 'DELETE /api/sessions/{sessionId}/cells/execute',
  executeCell: 'POST /api/sessions/{sessionId}/cells/{cellId}/execute',
  takeOutCell: 'DELETE /api/sessions/{sessionId}/cells/{cellId}/execute',
  planTakeBack: 'GET /api/sessions/{sessionId}/cells/{cellId}/back',
  takeBack: 'POST /api/sessions/{sessionId}/cells/{cellId}/back',
  readOutput: 'GET /api/sessions/{sessionId}/cells/{cellId}/output',

  controlKernel: 'POST /api/sessions/{sessionId}/kernel',
  listCheckpoints: 'GET /api/sessions/{sessionId}/checkpoints',
  changePackages: 'POST /api/sessions/{sessionId}/packages',
  streamPackages: 'POST /api/sessions/{sessionId}/packages/stream',
  askAboutCode: 'POST /api/sessions/{sessionId}/kernel/ask',
  sendToWidget: 'POST /api/sessions/{sessionId}/widgets/{modelId}',

  readTable: 'GET /api/sessions/{sessionId}/tables/{source}/{...name}',
  summarizeTable: 'GET /api/sessions/{sessionId}/table-summaries/{source}/{...name}',
  exportTable: 'GET /api/sessions/{sessionId}/table-exports/{source}/{...name}',

  listFiles: 'GET /api/sessions/{sessionId}/files',
  addFile: 'PUT /api/sessions/{sessionId}/files/{...path}',
  putBackFile: 'POST /api/sessions/{sessionId}/files/{...path}',
  readFile: 'GET /api/sessions/{sessionId}/files/{...path}',
  renameFile: 'PATCH /api/sessions/{sessionId}/files/{...path}',
  deleteFile: 'DELETE /api/sessions/{sessionId}/files/{...path}',
  listTrashedFiles: 'GET /api/sessions/{sessionId}/trash',
  restoreFile: 'POST /api/sessions/{sessionId}/trash/{fileId}',
  eraseFile: 'DELETE /api/sessions/{sessionId}/trash/{fileId}',
  readContext: 'GET /api/sessions/{sessionId}/context',
  writeContext: 'PUT /api/sessions/{sessionId}/context',
  readBlob: 'GET /api/sessions/{sessionId}/blobs/{blob}',

  exportSession: 'GET /api/sessions/{sessionId}/export',
  listShares: 'GET /api/sessions/{sessionId}/shares',
  createShare: 'POST /api/sessions/{sessionId}/shares',
  revokeShare: 'DELETE /api/sessions/{sessionId}/shares/{shareId}',

  listSchedules: 'GET /api/sessions/{sessionId}/schedules',
  addSchedule: 'POST /api/sessions/{sessionId}/schedules',
  changeSchedule: 'PATCH /api/sessions/{sessionId}/schedules/{scheduleId}',
  removeSchedule: 'DELETE /api/sessions/{sessionId}/schedules/{scheduleId}',
  runSchedule: 'POST /api/sessions/{sessionId}/schedules/{scheduleId}/run',
  listScheduleRuns: 'GET /api/sessions/{sessionId}/schedules/{scheduleId}/runs',
} as const satisfies Record<string, `${Method} /api/${string}`>;

export type EndpointId = keyof typeof API_PATHS;

/** `GET /api/health` in two. */
export function splitPath(id: EndpointId): { method: string; path: string } {
  const [method = '', path = ''] = API_PATHS[id].split(' ');
  return { method, path };
}

/** The parameters in the path of an endpoint, as they are before they are encoded. */
export type ParamsOf<Id extends EndpointId> = Record<ParamNames<(typeof API_PATHS)[Id]>, string>;

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `...${infer Wild}` ? Wild : Name) | ParamNames<Rest>
  : never;
