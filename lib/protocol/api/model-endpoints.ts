/** The model servers that the user connects. No reply holds a key. */
import { z } from 'zod';
import {
  ConnectionDraft,
  ConnectionPatch,
  ConnectionTest,
  ModelConnection,
  ModelConnections,
  NewConnection,
} from '../models/model-connection.ts';
import type { Endpoints } from './api-endpoint.ts';

export const MODEL_ENDPOINTS = {
  listConnections: {
    summary: 'Lists the connected model servers, and says which model is the default.',
    note: 'A key is never returned, only whether there is one and its last four characters.',
    status: 200,
    reply: ModelConnections,
  },
  addConnection: {
    summary: 'Connects a model server.',
    note: 'The key is saved on this machine in a file that only its owner can read.',
    body: NewConnection,
    status: 201,
    reply: ModelConnection,
    errors: ['conflict'],
  },
  changeConnection: {
    summary: 'Changes a connection.',
    note: 'A new address needs a key in the same request, or the reply is 400. `key: null` removes the key, and `isDefault: false` clears the default if it is a model of this connection.',
    body: ConnectionPatch,
    status: 200,
    reply: ModelConnection,
    errors: ['conflict'],
  },
  removeConnection: {
    summary: 'Removes a connection and its key.',
    note: 'A run that uses it continues. Later runs of its models are answered with 400. For 30 seconds it can be restored.',
    status: 204,
    errors: ['conflict'],
  },
  restoreConnection: {
    summary: 'Undoes the removal of a connection.',
    note: '404 once it is too late: after 30 seconds, or if Actbook has restarted.',
    status: 200,
    reply: ModelConnection,
    errors: ['conflict'],
  },
  testConnection: {
    summary: 'Asks a model server what it offers, and one model a short question.',
    note: 'Failures of the server are part of the reply. `id` names a saved connection, whose key is sent to its own address only.',
    body: ConnectionDraft,
    status: 200,
    reply: ConnectionTest,
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
