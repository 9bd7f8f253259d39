/** The model servers that the user connects. No reply holds a key. */
import { z } from 'zod';
import {
  ModelServer,
  ModelServers,
  NewServer,
  ServerDraft,
  ServerPatch,
  ServerTest,
} from '../models/model-server.ts';
import type { Endpoints } from './api-endpoint.ts';

export const MODEL_ENDPOINTS = {
  listServers: {
    summary: 'Lists the connected model servers, and says which model is the default.',
    note: 'A key is never returned, only whether there is one and its last four characters.',
    status: 200,
    reply: ModelServers,
  },
  addServer: {
    summary: 'Connects a model server.',
    note: 'The key is saved on this machine in a file that only its owner can read.',
    body: NewServer,
    status: 201,
    reply: ModelServer,
    errors: ['conflict'],
  },
  changeServer: {
    summary: 'Changes a model server.',
    note: 'A new address needs a key in the same request, or the reply is 400. `key: null` removes the key, and `isDefault: false` clears the default if it is a model of this server.',
    body: ServerPatch,
    status: 200,
    reply: ModelServer,
    errors: ['conflict'],
  },
  removeServer: {
    summary: 'Removes a model server and its key.',
    note: 'A run that uses it continues. Later runs of its models are answered with 400. For 30 seconds it can be restored.',
    status: 204,
    errors: ['conflict'],
  },
  restoreServer: {
    summary: 'Undoes the removal of a model server.',
    note: '404 once it is too late: after 30 seconds, or if Actbook has restarted.',
    status: 200,
    reply: ModelServer,
    errors: ['conflict'],
  },
  testServer: {
    summary: 'Asks a model server what it offers, and one model a short question.',
    note: 'Failures of the server are part of the reply. `id` names a saved server, whose key is sent to its own address only.',
    body: ServerDraft,
    status: 200,
    reply: ServerTest,
    errors: ['conflict', 'not-found'],
  },
  chooseDefaultModel: {
    summary: 'Chooses the model for new notebooks.',
    note: '409 if the environment decides it.',
    body: z.object({ model: z.string().min(1) }),
    status: 204,
    errors: ['conflict'],
  },
} as const satisfies Endpoints;
