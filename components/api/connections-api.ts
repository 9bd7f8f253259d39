/** Model servers that the user connects, as the page reaches them. Every call throws an AppError whose message is a sentence. */
import type {
  ConnectionDraft,
  ConnectionPatch,
  ConnectionTest,
  ModelConnection,
  ModelConnections,
  NewConnection,
} from '../../lib/protocol/model-connection.ts';
import { callApi } from './call-api.ts';

export function listConnections(): Promise<ModelConnections> {
  return callApi('listConnections');
}

export function addConnection(connection: NewConnection): Promise<ModelConnection> {
  return callApi('addConnection', { body: connection });
}

export function changeConnection(connectionId: string, patch: ConnectionPatch): Promise<ModelConnection> {
  return callApi('changeConnection', { params: { connectionId }, body: patch });
}

export async function removeConnection(connectionId: string): Promise<void> {
  await callApi('removeConnection', { params: { connectionId } });
}

export function restoreConnection(connectionId: string): Promise<ModelConnection> {
  return callApi('restoreConnection', { params: { connectionId } });
}

/** Asks the server what it offers, and one model a question. Aborting the signal ends that. */
export function testConnection(draft: ConnectionDraft, signal: AbortSignal): Promise<ConnectionTest> {
  return callApi('testConnection', { body: draft, signal });
}

export async function chooseDefaultModel(model: string): Promise<void> {
  await callApi('chooseDefaultModel', { body: { model } });
}
