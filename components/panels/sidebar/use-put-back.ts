import { callApi } from '../../api/call-api.ts';
import { useAction } from '../../ui/hooks/use-action.ts';

/** Puts an upload that code has deleted or changed back as it was added; what code made of it goes to the trash. */
export function usePutBack(sessionId: string, name: string, onChange: () => void) {
  return useAction(async () => {
    await callApi('putBackFile', { params: { sessionId, path: name } }).finally(onChange);
  });
}
