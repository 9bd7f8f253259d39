/** Connections to databases. No reply holds a secret. */
import { z } from 'zod';
import { Catalog } from '../connections/catalog.ts';
import { Connection, ConnectionList, ConnectionSettings, ConnectionTest } from '../connections/connection.ts';
import type { Endpoints } from './api-endpoint.ts';

export const CONNECTION_ENDPOINTS = {
  listConnections: {
    summary: 'Lists the connections to databases.',
    note: 'A secret is never returned, only where it is: `{saved: true}`, or `{env: NAME}` for an environment variable.',
    status: 200,
    reply: ConnectionList,
  },
  saveConnection: {
    summary: 'Adds a connection, or replaces the settings of one.',
    note: 'The name is what code calls it, so it must be a name in Python. A password is text, which is saved in a file that only its owner can read, `{env: NAME}`, or `{saved: true}` to keep the saved one, which another address does not get: the reply is 400.',
    body: ConnectionSettings,
    status: 200,
    reply: Connection,
    errors: ['conflict'],
  },
  removeConnection: {
    summary: 'Removes a connection and its password.',
    note: 'For 30 seconds it can be restored.',
    status: 204,
    errors: ['conflict'],
  },
  restoreConnection: {
    summary: 'Undoes the removal of a connection.',
    note: '404 once it is too late: after 30 seconds, or if Actbook has restarted.',
    status: 200,
    reply: Connection,
    errors: ['conflict'],
  },
  testConnection: {
    summary:
      'Connects to the database, and says which user it is, whether this user can write, and how many tables it can ask.',
    note: 'Tests the saved connection, or `settings` without saving them. Failures of the database are part of the reply.',
    body: z.strictObject({ settings: ConnectionSettings.optional() }),
    status: 200,
    reply: ConnectionTest,
    errors: ['conflict'],
  },
  readCatalog: {
    summary: 'Lists the tables of a connection, with columns, keys, comments, and estimated rows.',
    note: 'What was read in the last five minutes is returned again, unless `fresh` is there.',
    query: z.object({ fresh: z.string().optional() }),
    status: 200,
    reply: Catalog,
    errors: ['conflict', 'connection-failed'],
  },
} as const satisfies Endpoints;
